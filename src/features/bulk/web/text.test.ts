import { expect, it } from 'vitest'
import type { BulkRun } from '../contract.ts'
import { endText, mayUndo, progressText, skippedText, unexpectedText } from './rules/text.ts'

const run: BulkRun = {
  id: 1,
  action: 'leads.status',
  title: 'Set status to New',
  state: 'done',
  total: 12_000,
  done: 12_000,
  changed: 11_000,
  skipped: [{ reason: 'already New', count: 1000 }],
  undo_until: null,
  error: null,
  created_at: '2026-01-02T03:04:05.000000Z',
}

it('says how many there are by now, and asks', () => {
  expect(unexpectedText({ expected: 200, count: 1240 })).toBe(
    'You selected 200, but there are now 1,240. Nothing has changed yet. Continue with all 1,240?',
  )
})

it('says what was skipped and why', () => {
  expect(skippedText([])).toBe('')
  expect(skippedText([{ reason: 'deleted', count: 1 }])).toBe('1 skipped: deleted')
  expect(
    skippedText([
      { reason: 'already New', count: 3000 },
      { reason: 'deleted', count: 2 },
    ]),
  ).toBe('3,002 skipped: 3,000 already New, 2 deleted')
  const sentences = ['No consent. The law, in force since Jul 1, 2014.', 'This lead was deleted.'].map(reason => ({
    reason,
    count: 1,
  }))
  expect(skippedText(sentences)).toBe(
    '2 skipped: 1 No consent. The law, in force since Jul 1, 2014; 1 This lead was deleted',
  )
})

it('says how a change ended', () => {
  expect(endText(run, 'Selected leads updated!')).toBe('Selected leads updated! 1,000 skipped: already New.')
  expect(endText({ ...run, skipped: [] }, 'Selected leads updated!')).toBe('Selected leads updated!')
  expect(endText({ ...run, changed: 0 }, 'Selected leads updated!')).toBe(
    'Nothing changed. 1,000 skipped: already New.',
  )
  expect(endText({ ...run, state: 'cancelled', changed: 500, skipped: [] }, '')).toBe('Stopped: 500 of 12,000 changed.')
  expect(endText({ ...run, state: 'failed', error: 'The tag is gone.' }, '')).toBe('The tag is gone.')
  expect(endText({ ...run, state: 'undone', skipped: [{ reason: 'changed since', count: 2 }] }, '')).toBe(
    'Undone: 11,000. 2 skipped: changed since.',
  )
  expect(progressText({ ...run, done: 250 })).toBe('250 of 12,000')
})

it('offers Undo as long as it works', () => {
  expect(mayUndo(run, 0)).toBe(false)
  expect(mayUndo({ ...run, undo_until: '2026-01-02T03:04:05Z' }, Date.parse('2026-01-02T03:04:04Z'))).toBe(true)
  expect(mayUndo({ ...run, undo_until: '2026-01-02T03:04:05Z' }, Date.parse('2026-01-02T03:04:06Z'))).toBe(false)
})
