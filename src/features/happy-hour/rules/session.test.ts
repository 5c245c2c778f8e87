import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  claimRefusal,
  isActiveAt,
  nextClaimAt,
  type RunningSession,
  type SessionRules,
  sessionEndOf,
} from './session.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-23T21:00:00Z')
const minute = (minutes: number) => new Date(START + minutes * MINUTE)

const rules = fc.record<SessionRules>({
  session_minutes: fc.integer({ min: 1, max: 120 }),
  minutes_between_claims: fc.integer({ min: 0, max: 30 }),
  max_claims: fc.integer({ min: 1, max: 8 }),
  follow_up_first: fc.boolean(),
})

/** Somebody who claims whenever they may, followed up or not, for as long as the session runs. */
function claimsOf(given: SessionRules, windowMinutes: number, followsUp: boolean): Date[] {
  const session = {
    sessionStart: minute(0),
    sessionEnd: sessionEndOf(minute(0), minute(windowMinutes), given),
    endedAt: null,
    claims: [] as Date[],
    awaitsFollowUp: false,
  }
  for (let passed = 0; passed <= 130; passed++) {
    if (claimRefusal(session, given, minute(passed)) !== null) continue
    session.claims.push(minute(passed))
    session.awaitsFollowUp = !followsUp
  }
  return session.claims
}

describe('a session', () => {
  it('ends after its minutes, and never after the window', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 240 }), (given, windowMinutes) => {
        const end = sessionEndOf(minute(0), minute(windowMinutes), given)
        expect(end).toEqual(minute(Math.min(given.session_minutes, windowMinutes)))
      }),
    )
  })

  it('never allows more claims than its most, closer claims than its wait, or one after its end', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 240 }), (given, windowMinutes) => {
        const claims = claimsOf(given, windowMinutes, true)
        expect(claims.length).toBeLessThanOrEqual(given.max_claims)
        expect(claims.length).toBeGreaterThanOrEqual(1)
        claims.forEach((claim, index) => {
          const before = claims[index - 1]
          if (before)
            expect(claim.getTime() - before.getTime()).toBeGreaterThanOrEqual(given.minutes_between_claims * MINUTE)
          expect(claim.getTime()).toBeLessThan(minute(Math.min(given.session_minutes, windowMinutes)).getTime())
        })
      }),
    )
  })

  it('allows one claim to somebody who never follows up, where that comes first', () => {
    fc.assert(
      fc.property(rules, given => {
        const claims = claimsOf({ ...given, follow_up_first: true }, 240, false)
        expect(claims).toHaveLength(1)
      }),
    )
  })

  it('is over when it was ended by hand', () => {
    const session: RunningSession = {
      sessionStart: minute(0),
      sessionEnd: minute(45),
      endedAt: minute(10),
      claims: [],
      awaitsFollowUp: false,
    }
    expect(isActiveAt(session, minute(11))).toBe(false)
    expect(isActiveAt({ ...session, endedAt: null }, minute(11))).toBe(true)
    expect(isActiveAt({ ...session, endedAt: null }, minute(45))).toBe(false)
  })

  it('has no next claim whose time lies behind its end', () => {
    const session = {
      sessionStart: minute(0),
      sessionEnd: minute(45),
      endedAt: null,
      claims: [minute(43)],
      awaitsFollowUp: false,
    }
    const given = { session_minutes: 45, minutes_between_claims: 3, max_claims: 5, follow_up_first: true }
    expect(nextClaimAt(session, given)).toBeNull()
    expect(nextClaimAt({ ...session, claims: [minute(41)] }, given)).toEqual(minute(44))
  })
})
