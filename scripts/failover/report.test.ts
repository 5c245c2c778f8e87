import { describe, expect, it } from 'vitest'
import { type Measured, problemsOf, tableOf } from './report.ts'

const fine: Measured = {
  round: 'killed',
  refusedSeconds: 21.8,
  acknowledged: 1_351,
  lost: 0,
  doubledNotes: 0,
  enrolled: 37,
  doubledJobs: 0,
  leftOut: 0,
  streams: 36,
  slowestStreamSeconds: 5.6,
  reopened: 20,
  atOnce: 6,
  signedOut: 0,
  signIns: 7,
}

describe('a round of losing the primary', () => {
  it('is well when everything was kept, and everybody came back in time', () => {
    expect(problemsOf(fine)).toEqual([])
  })

  it.each<[string, Partial<Measured>]>([
    ['writes were refused for 30.2 s', { refusedSeconds: 30.2 }],
    ['no note was acknowledged, so none could get lost', { acknowledged: 0 }],
    ['1 acknowledged notes are gone', { lost: 1 }],
    ['2 notes are there more than once', { doubledNotes: 2 }],
    ['no lead was enrolled, so no job was tried', { enrolled: 0 }],
    ['1 leads got something twice', { doubledJobs: 1 }],
    ['3 enrolled leads were left out', { leftOut: 3 }],
    ['no stream was open', { streams: 0 }],
    ['the last stream was back Infinity s after the writes', { slowestStreamSeconds: Number.POSITIVE_INFINITY }],
    ['11 of 20 streams came back in the same moment', { atOnce: 11 }],
    ['1 requests were answered as if nobody were signed in', { signedOut: 1 }],
    ['nobody could sign in afterwards', { signIns: 0 }],
  ])('is not well when %s', (problem, measured) => {
    expect(problemsOf({ ...fine, ...measured })).toEqual([`killed: ${problem}`])
  })

  it('stands in a column of the table', () => {
    expect(tableOf([fine, { ...fine, round: 'cut-off', lost: 1 }])).toContain(
      'acknowledged notes lost (0)      0 of 1351  1 of 1351',
    )
  })
})
