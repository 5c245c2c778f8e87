import { expect, it } from 'vitest'
import { handedOverText, leavingLines, sharesOf } from './text.ts'

const work = {
  leads: 64,
  open_tasks: 23,
  showings: 0,
  alerts: 3,
  received_transfers: 1,
  sent_transfers: 0,
  sessions: 2,
  leads_team: null,
}

it('names what there is, and where it goes', () => {
  expect(leavingLines(work, { closes: true }).map(({ id, goes }) => [id, goes])).toEqual([
    ['leads', 'to colleagues'],
    ['tasks', 'with their leads'],
    ['alerts', 'with their leads'],
    ['received', 'back to their senders'],
    ['sessions', 'signed out'],
  ])
  expect(leavingLines(work, { closes: false }).map(({ id }) => id)).not.toContain('sessions')
})

it('shares leads so that nobody gets two more than another', () => {
  expect(sharesOf(64, 3)).toEqual([22, 21, 21])
  expect(sharesOf(1, 2)).toEqual([1, 0])
  expect(sharesOf(5, 0)).toEqual([])
})

it('says what happened', () => {
  expect(handedOverText('Erwin Bennett', 64, true)).toBe(
    '64 leads of Erwin Bennett handed over. The account is closed.',
  )
  expect(handedOverText('Erwin Bennett', 0, true)).toBe('The account of Erwin Bennett is closed.')
  expect(handedOverText('Erwin Bennett', 1, false)).toBe('1 lead of Erwin Bennett handed over.')
})
