import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentState, type DecisionInput, decide } from './decide.ts'
import { reportOn, verdictOf } from './rehearsalReport.ts'
import { type Answer, type PastRound, type PastStep, rehearse } from './rehearse.ts'

const BEGIN = Date.parse('2026-10-20T13:00:00Z')
const options = { max_agents: 3, offer_seconds: 900 }
const asRecorded = { ...options, limits: () => null }

const agent = (id: number, weekly: number, used: number, last_offer_at: string | null): AgentState => ({
  id,
  is_active: true,
  lead_types: ['buyer', 'rental'],
  site_ids: [1],
  area_ids: [10],
  zone: 'America/Toronto',
  days_off: [],
  starts_at: null,
  ends_at: null,
  away_from: null,
  away_until: null,
  rung: 'Rung 1',
  rule_id: 1,
  today: { used: 0, limit: null },
  week: { used, limit: weekly },
  untouched: 0,
  last_offer_at,
})

/** Plays a past: leads an hour apart, agents who answer as they are told; each decision is recorded with its input. */
function play({ limits, answers, leads }: { limits: readonly number[]; answers: readonly Answer[]; leads: number }) {
  const used = limits.map(() => 0)
  const last: (string | null)[] = limits.map(() => null)
  const rounds: PastRound[] = []
  let turn = 0
  for (let lead = 0; lead < leads; lead++) {
    const steps: PastStep[] = []
    let at = BEGIN + lead * 60_000
    for (let place = 0; place < options.max_agents; place++) {
      const input: DecisionInput = {
        lead: { type: 'buyer', site_id: 1, area_ids: [10], matching_area_ids: [10] },
        agents: limits.map((limit, index) => agent(index + 1, limit, used[index] ?? 0, last[index] ?? null)),
        asked: steps.flatMap(({ chosen }) => chosen ?? []),
        left_out: [],
        settings: { max_untouched: 15 },
        names: { areas: {}, sites: {} },
      }
      const chosen = decide(input, new Date(at)).eligible[0]?.agent_id ?? null
      const answer = chosen === null ? null : (answers[turn++ % answers.length] ?? null)
      steps.push({ at: new Date(at).toISOString(), input, chosen, answer })
      if (chosen === null || !answer) break
      last[chosen - 1] = new Date(at).toISOString()
      at += answer.seconds * 1000
      if (answer.outcome !== 'accepted') continue
      used[chosen - 1] = (used[chosen - 1] ?? 0) + 1
      break
    }
    rounds.push({ lead_id: lead + 1, steps })
  }
  return rounds
}

const anyPast = fc.record({
  limits: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 8 }),
  answers: fc.array(
    fc.record({
      outcome: fc.constantFrom('accepted', 'rejected', 'expired'),
      seconds: fc.integer({ min: 5, max: 900 }),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  leads: fc.integer({ min: 1, max: 60 }),
})

describe('a rehearsal', () => {
  it('of the rules that held reproduces every past without a difference', () => {
    fc.assert(
      fc.property(anyPast, past => {
        const rounds = play(past)
        for (const { was, draft } of rehearse(rounds, asRecorded)) expect(draft).toEqual(was)
        expect(reportOn(rehearse(rounds, asRecorded)).moved).toBe(0)
      }),
      { numRuns: 60 },
    )
  })

  it('passes no limit of the draft, asks nobody twice, and comes out the same each time', () => {
    fc.assert(
      fc.property(anyPast, fc.integer({ min: 0, max: 9 }), (past, weekly) => {
        const rounds = play(past)
        const limits = () => ({ daily: 100, weekly })
        const found = rehearse(rounds, { ...options, limits })
        expect(rehearse(rounds, { ...options, limits })).toEqual(found)
        for (const { agents } of [reportOn(found)])
          for (const { draft } of agents) expect(draft).toBeLessThanOrEqual(weekly)
        for (const { draft } of found) {
          const asked = draft.offers.map(({ agent_id }) => agent_id)
          expect(new Set(asked).size).toBe(asked.length)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('says who would get more, how many leads move, and that answers come sooner', () => {
    const quick: Answer = { outcome: 'accepted', seconds: 60 }
    const rounds = play({ limits: [2, 8], answers: [quick], leads: 10 })
    const figures = reportOn(
      rehearse(rounds, { ...options, limits: ({ id }) => (id === 1 ? { daily: 9, weekly: 8 } : null) }),
    )
    expect(figures).toMatchObject({ leads: 10, pooled: { was: 0, draft: 0 }, never_offered: { was: 0, draft: 0 } })
    expect(figures.agents).toEqual([
      { agent_id: 2, was: 8, draft: 5 },
      { agent_id: 1, was: 2, draft: 5 },
    ])
    expect(verdictOf(figures)).toBe(
      '5 leads would have gone to somebody else, and offers would be answered as fast as before.',
    )
    const pace = { ...figures, moved: 186, median_seconds: { was: 400, draft: 270 } }
    expect(verdictOf(pace)).toBe(
      '186 leads would have gone to somebody else, and offers would be answered 2 min 10 s sooner.',
    )
  })
})
