import { describe, expect, it } from 'vitest'
import { keyOfStatus, statusOfKey } from '../../../features/leads/web/pieces/statusKeys.ts'
import { dialStatuses, turnOf } from './dial.ts'
import {
  elapsedText,
  endingsOf,
  leftOver,
  longestWaitingFirst,
  next,
  previous,
  progressOf,
  type Round,
  resumeRound,
  shownId,
  startRound,
  withOutcome,
  withoutOutcome,
} from './round.ts'

const turned = (round: Round, id: number, status: number) => withOutcome(round, id, { kind: 'status', status, was: 1 })

describe('a round through new leads', () => {
  it('shows first who has waited longest, from when their agent got them', () => {
    const rows = [
      { id: 1, created_at: '2026-11-20T10:00:00Z', claimed_at: '2026-11-22T09:00:00Z' },
      { id: 2, created_at: '2026-11-21T10:00:00Z', claimed_at: null },
      { id: 3, created_at: '2026-11-19T10:00:00Z', claimed_at: '2026-11-21T09:00:00Z' },
    ]
    expect(longestWaitingFirst(rows).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('goes forward to its end and back to its first lead, and no further', () => {
    const round = startRound([1, 2], 0)
    expect(shownId(next(round))).toBe(2)
    expect(shownId(next(next(next(round))))).toBeNull()
    expect(shownId(previous(next(next(next(round)))))).toBe(2)
    expect(shownId(previous(round))).toBe(1)
  })

  it('counts what was turned, and what is to come without the lead that is shown', () => {
    const round = next(next(turned(turned(startRound([1, 2, 3, 4], 0), 1, 3), 2, 0)))
    expect(progressOf(round)).toEqual({ total: 4, turned: 2, toGo: 1, turn: 0.5 })
    expect(progressOf(turned(round, 3, 2)).toGo).toBe(1)
  })

  it('shows a lead again when what became of it is undone', () => {
    const round = withoutOutcome(next(turned(startRound([1, 2], 0), 1, 3)), 1)
    expect(shownId(round)).toBe(1)
    expect(progressOf(round).turned).toBe(0)
  })

  it('is resumed at its place: without leads that somebody else turned, with new ones at the end', () => {
    const left = next(next(turned(startRound([1, 2, 3, 4], 0), 1, 3)))
    const resumed = resumeRound(left, [2, 4, 9], 4)
    expect(resumed.ids).toEqual([1, 2, 4, 9])
    expect(shownId(resumed)).toBe(4)
    expect(shownId(resumeRound(left, [2, 4, 9], 3))).toBe(2)
    // A status that was not saved does not count as turned.
    expect(progressOf(resumeRound(left, [1, 2, 4], 4)).turned).toBe(0)
  })

  it('says at its end what became of all of them', () => {
    let round = startRound([1, 2, 3, 4, 5], 0)
    round = turned(turned(round, 1, 3), 2, 3)
    round = withOutcome(round, 3, { kind: 'snoozed' })
    round = withOutcome(round, 4, { kind: 'elsewhere' })
    expect(endingsOf(round)).toEqual([
      { kind: 'status', status: 3, count: 2 },
      { kind: 'snoozed', count: 1 },
      { kind: 'elsewhere', count: 1 },
      { kind: 'passed over', count: 1 },
    ])
    expect(leftOver(round, 7).ids).toEqual([5])
  })

  it('says how long it took', () => {
    expect([400, 40_000, 19 * 60_000, 125 * 60_000].map(elapsedText)).toEqual(['1 s', '40 s', '19 min', '2 h 5 min'])
  })
})

describe('the dial', () => {
  it('stands at true eighths, with New and Closed at twelve o’clock', () => {
    expect(dialStatuses.map(({ value }) => turnOf(value))).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1])
    expect(turnOf(0)).toBe(0)
    expect(turnOf(10)).toBe(1)
  })

  it('is turned by the key of the status, and by 0 to Not interested', () => {
    expect(['1', '9', '0', 'c'].map(key => statusOfKey(key, 'dial'))).toEqual([1, 9, 0, null])
    expect([1, 9, 0, 10].map(status => keyOfStatus(status, 'dial'))).toEqual(['1', '9', '0', null])
  })
})
