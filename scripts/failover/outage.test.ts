import { describe, expect, it } from 'vitest'
import {
  campaignFaults,
  comparisonOf,
  type LeadFate,
  outageOf,
  reopeningsOf,
  slowestReturn,
  type Write,
} from './outage.ts'

const write = (at: number, isAcknowledged = true): Write => ({
  marker: `note ${at}`,
  at,
  status: isAcknowledged ? 200 : 503,
  isAcknowledged,
})

describe('writes while the primary is lost', () => {
  it('are refused from the last acknowledged one until the next', () => {
    const writes = [write(100), write(900), write(1_500, false), write(9_000, false), write(21_000), write(21_100)]
    expect(outageOf(writes, 1_000)).toEqual({ milliseconds: 20_100, backAt: 21_000 })
  })

  it('that were under way when it was lost, and were acknowledged, do not end the outage', () => {
    expect(outageOf([write(900), write(1_010), write(16_000), write(16_050)], 1_000)).toEqual({
      milliseconds: 14_990,
      backAt: 16_000,
    })
  })

  it('are refused for as long as some are, though others are acknowledged meanwhile', () => {
    const writes = [write(900), write(1_200, false), write(4_000), write(9_000, false), write(9_100)]
    expect(outageOf(writes, 1_000).milliseconds).toBe(8_200)
  })

  it('are refused for good when none is acknowledged any more', () => {
    expect(outageOf([write(900), write(1_200), write(1_300, false)], 1_000).milliseconds).toBe(Number.POSITIVE_INFINITY)
  })

  it('are found in whichever order their answers came', () => {
    expect(outageOf([write(5_000), write(900), write(5_100)], 1_000).milliseconds).toBe(4_100)
  })
})

describe('notes after the primary was lost', () => {
  it('are compared with those that were acknowledged', () => {
    const writes = [write(1), write(2), write(3), write(4, false)]
    expect(comparisonOf(writes, ['note 1', 'note 3', 'note 3', 'note 4'])).toEqual({
      acknowledged: 3,
      lost: ['note 2'],
      doubled: ['note 3'],
    })
  })
})

describe('live streams after the primary was lost', () => {
  it('are back when the last of them brings a change again', () => {
    const streams = [
      { opened: [0], heard: [100, 2_100] },
      { opened: [0, 2_500], heard: [100, 2_700] },
    ]
    expect(slowestReturn(streams, 2_000)).toBe(700)
  })

  it('are not back while one of them is silent', () => {
    expect(slowestReturn([{ opened: [0], heard: [100] }], 2_000)).toBe(Number.POSITIVE_INFINITY)
  })

  it('that come back together are counted', () => {
    const streams = [1_000, 1_100, 1_240, 1_900].map(at => ({ opened: [0, at], heard: [] }))
    expect(reopeningsOf(streams, 500)).toEqual({ streams: 4, atOnce: 3 })
  })

  it('that stayed open are not among those that came back', () => {
    expect(reopeningsOf([{ opened: [0], heard: [] }], 500)).toEqual({ streams: 0, atOnce: 0 })
  })
})

describe('leads of a campaign after the primary was lost', () => {
  const fate: LeadFate = { email: 'ana@failover.test', state: 'sent', sendings: 1, tasks: 1 }
  const enrolled = new Set([fate.email])
  const once = new Map([[fate.email, 1]])

  it('have one e-mail and one task each', () => {
    expect(campaignFaults([fate], once, enrolled)).toEqual({ doubled: [], leftOut: [] })
  })

  it.each<[string, Partial<LeadFate>, number]>([
    ['got the e-mail twice', {}, 2],
    ['have two e-mails in their timeline', { sendings: 2 }, 1],
    ['have the task twice', { tasks: 2 }, 1],
  ])('that %s are found', (_, change, times) => {
    const faults = campaignFaults([{ ...fate, ...change }], new Map([[fate.email, times]]), enrolled)
    expect(faults.doubled).toEqual([fate.email])
  })

  it('that were enrolled and got nothing are found, and those whose enrolment was refused are not looked for', () => {
    const nothing = { ...fate, state: null, sendings: 0, tasks: 0 }
    expect(campaignFaults([nothing], new Map(), enrolled).leftOut).toEqual([fate.email])
    expect(campaignFaults([nothing], new Map(), new Set()).leftOut).toEqual([])
  })

  it('whose e-mail was being handed over when the primary was lost are left to a person', () => {
    const faults = campaignFaults([{ ...fate, state: 'unknown' }], new Map(), enrolled)
    expect(faults).toEqual({ doubled: [], leftOut: [] })
  })
})
