import { expect, it } from 'vitest'
import { milestoneType } from '../../milestones/rules.ts'
import { readEntry } from './entry.ts'
import type { EntryKind } from './entryColumns.ts'
import type { ImportField } from './fields.ts'

const now = new Date('2026-05-01T12:00:00Z')

function entryOf(cells: Partial<Record<ImportField, string>>, entry_kind: EntryKind = 'note') {
  const reading = readEntry(Object.values(cells), Object.keys(cells) as ImportField[], { now, entry_kind })
  return 'entry' in reading ? { ...reading.entry, warnings: reading.warnings } : reading
}

it('reads a note with its day and its author, and takes the words out of markup', () => {
  expect(
    entryOf({
      external_id: '77',
      body: '<p>Wants a <b>garden</b> &amp; a pool</p><p>By June</p>',
      happened_at: '2024-03-05 14:30',
      author: 'Ana Agent',
    }),
  ).toMatchObject({
    kind: 'note',
    person: { external_id: '77' },
    text: 'Wants a garden & a pool\nBy June',
    happened_at: new Date('2024-03-05T14:30:00Z'),
    author: 'Ana Agent',
    warnings: [],
  })
})

it('reads a note whose markup nests as deep as the note is long', () => {
  const body = `Before <b>${'<b>'.repeat(6_000)}`
  expect(entryOf({ external_id: '77', body })).toMatchObject({ text: expect.stringMatching(/^Before/) })
})

it('reads what came of a call, and keeps in words what the timeline has no option for', () => {
  const call = { email: 'a@example.test', happened_at: '2024-03-05' }
  expect(entryOf({ ...call, outcome: 'Left Message' }, 'call')).toMatchObject({
    option_id: milestoneType.call * 100 + 3,
  })
  expect(entryOf({ ...call, outcome: 'Bad Number' }, 'call')).toMatchObject({ option_id: milestoneType.call * 100 + 5 })
  expect(entryOf({ ...call, outcome: 'Gatekeeper', direction: 'true', duration: '61' }, 'call')).toMatchObject({
    option_id: null,
    text: 'Outcome: Gatekeeper\nIncoming call\nDuration: 61',
  })
})

it('knows a text that came from one that was sent', () => {
  const text = { phone: '416 555 0101', body: 'Hi', happened_at: '2024-03-05' }
  expect(entryOf({ ...text, direction: 'INBOUND' }, 'text')).toMatchObject({ option_id: 202 })
  expect(entryOf({ ...text, direction: 'false' }, 'text')).toMatchObject({ option_id: 201 })
})

it('takes what is planned for a task, and a task that is done for done', () => {
  expect(entryOf({ external_id: '1', subject: 'Tour', happened_at: '2026-06-01 10:00' }, 'meeting')).toMatchObject({
    kind: 'task',
    due_at: new Date('2026-06-01T10:00:00Z'),
    is_done: false,
  })
  expect(
    entryOf({ external_id: '1', subject: 'Call back', due_at: '2027-01-01', done: 'COMPLETED' }, 'task'),
  ).toMatchObject({
    is_done: true,
    subject: 'Call back',
  })
})

it('says what is missing: whom it is about, what happened, or when', () => {
  expect(entryOf({ body: 'Hello' })).toEqual({ errors: ['The row does not say whom it is about.'] })
  expect(entryOf({ external_id: '1', happened_at: '2024-03-05' })).toEqual({ errors: ['The row says nothing.'] })
  expect(entryOf({ external_id: '1', body: 'Hello', happened_at: 'soon' })).toMatchObject({
    warnings: ['"soon" is not a date.', 'There is no date; the day of the import is used.'],
  })
})
