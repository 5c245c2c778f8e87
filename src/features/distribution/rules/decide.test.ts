import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentState, type DecisionInput, decide, type Preference, shareOf } from './decide.ts'
import { isReproduced, onlyRelevant } from './record.ts'

const now = new Date('2026-11-19T14:00:00Z')
const agent = (id: number, fields: Partial<AgentState> = {}): AgentState => ({
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
  rung: null,
  today: { used: 0, limit: null },
  week: { used: 0, limit: 8 },
  untouched: 0,
  last_offer_at: null,
  ...fields,
})
const input = (agents: readonly AgentState[], fields: Partial<DecisionInput> = {}): DecisionInput => ({
  lead: { type: 'buyer', site_id: 1, area_ids: [10], matching_area_ids: [10, 11] },
  agents,
  asked: [],
  left_out: [],
  settings: { max_untouched: 15 },
  names: { areas: { 10: 'Leslieville' }, sites: { 1: 'property.test' } },
  ...fields,
})
const reasonOf = (fields: Partial<AgentState>, more: Partial<DecisionInput> = {}) =>
  decide(input([agent(1, fields)], more), now).skipped[0]?.reason

describe('the order of a decision', () => {
  it('begins with the smallest share of the week, then whoever waited longest', () => {
    const { eligible } = decide(
      input([
        agent(1, { week: { used: 2, limit: 8 }, last_offer_at: '2026-11-18T09:00:00Z' }),
        agent(2, { week: { used: 1, limit: 5 } }),
        agent(3, { week: { used: 2, limit: 8 }, last_offer_at: '2026-11-17T09:00:00Z' }),
        agent(4, { week: { used: 1, limit: 8 } }),
      ]),
      now,
    )
    expect(eligible.map(({ agent_id }) => agent_id)).toEqual([4, 2, 3, 1])
    expect(eligible.map(({ reason }) => reason).slice(0, 2)).toEqual([
      'Smallest share of the week, 1 of 8',
      'Next smallest share, 1 of 5',
    ])
  })
})

describe('whoever is passed over', () => {
  it('has the reason in words', () => {
    expect(reasonOf({ week: { used: 5, limit: 5 } })).toBe('skipped: weekly quota used 5/5')
    expect(reasonOf({ today: { used: 1, limit: 1 } })).toBe('skipped: daily quota used 1/1')
    expect(reasonOf({ untouched: 15 })).toBe('skipped: 15 untouched leads, limit 15')
    expect(reasonOf({ lead_types: ['rental'] })).toBe('skipped: does not take buyers')
    expect(reasonOf({ site_ids: [2] })).toBe('skipped: does not take property.test')
    expect(reasonOf({ area_ids: [12] })).toBe('skipped: does not take Leslieville')
    expect(reasonOf({ is_active: false })).toBe('skipped: not active')
    expect(reasonOf({ days_off: [4] })).toBe('skipped: Thursday is a day off')
    expect(reasonOf({ away_from: '2026-11-16', away_until: '2026-11-23' })).toBe('skipped: on vacation until Nov 23')
    expect(reasonOf({ starts_at: '10:00:00', ends_at: '18:00:00' })).toBe('skipped: takes leads from 10:00 to 18:00')
    expect(reasonOf({}, { asked: [1] })).toBe('skipped: was offered this lead before')
    expect(reasonOf({}, { left_out: [1] })).toBe('skipped: left out by an administrator')
  })

  it('keeps hours that run over midnight, in the zone of the agent', () => {
    expect(reasonOf({ starts_at: '22:00:00', ends_at: '09:30:00' })).toBeUndefined()
    expect(reasonOf({ starts_at: '22:00:00', ends_at: '09:00:00' })).toBe('skipped: takes leads from 22:00 to 09:00')
    expect(reasonOf({ starts_at: '10:00:00', ends_at: '18:00:00', zone: 'Europe/London' })).toBeUndefined()
  })

  it('takes a lead whose area lies in one of theirs, or that wants a place around it', () => {
    expect(reasonOf({ area_ids: [11] })).toBeUndefined()
    expect(
      reasonOf({ area_ids: [] }, { lead: { type: 'buyer', site_id: null, area_ids: [], matching_area_ids: [] } }),
    ).toBe(undefined)
  })
})

describe('whoever goes before the order', () => {
  const away = { away_from: '2026-11-16', away_until: '2026-11-23' }
  const preferring = (agents: AgentState[], ids: number[]) =>
    decide(
      input(agents, {
        lead: {
          type: 'buyer',
          site_id: 1,
          area_ids: [10],
          matching_area_ids: [10],
          preferred: ids.map((agent_id, index) => ({ agent_id, why: index === 0 ? 'listing' : 'returning' })),
        },
        names: { areas: {}, sites: {}, agents: { 2: 'Duncan Reid' } },
      }),
      now,
    )

  it('is the listing’s own agent, then the one who knows the person, whatever they usually take', () => {
    const agents = [agent(1), agent(2, { area_ids: [], week: { used: 7, limit: 8 } }), agent(3, { lead_types: [] })]
    const { eligible } = preferring(agents, [2, 3])
    expect(eligible.map(({ agent_id, reason }) => `${agent_id} ${reason}`)).toEqual([
      '2 The listing’s own agent',
      '3 Knows this person already',
      '1 Next smallest share, 0 of 8',
    ])
  })

  it('gives way to whoever stands in during a vacation, and to the order when quota is used up', () => {
    const agents = [agent(1), agent(2, { ...away, substitute_id: 3 }), agent(3, { week: { used: 4, limit: 8 } })]
    expect(preferring(agents, [2]).eligible[0]).toMatchObject({
      agent_id: 3,
      reason: 'Stands in for Duncan Reid, who is on vacation',
    })
    const full = [agent(1), agent(2, { week: { used: 8, limit: 8 } })]
    expect(preferring(full, [2]).eligible.map(({ agent_id }) => agent_id)).toEqual([1])
  })

  it('follows substitutes of substitutes, and gives up in a circle or a chain without an end', () => {
    const chain = [agent(1), agent(2, { ...away, substitute_id: 3 }), agent(3, { ...away, substitute_id: 4 }), agent(4)]
    expect(preferring(chain, [2]).eligible[0]?.agent_id).toBe(4)
    const circle = [agent(1), agent(2, { ...away, substitute_id: 3 }), agent(3, { ...away, substitute_id: 2 })]
    expect(preferring(circle, [2]).eligible.map(({ agent_id }) => agent_id)).toEqual([1])
    const long = Array.from({ length: 12 }, (_, index) => agent(index + 2, { ...away, substitute_id: index + 3 }))
    expect(preferring([agent(1), ...long, agent(14)], [2]).eligible.map(({ agent_id }) => agent_id)).toEqual([1, 14])
  })
})

describe('a language', () => {
  const asking = (language: string, languages?: string[]) =>
    reasonOf(languages ? { languages } : {}, {
      lead: { type: 'buyer', site_id: 1, area_ids: [], matching_area_ids: [], language },
    })

  it('that an agent does not speak passes them over, unless they never said which they speak', () => {
    expect(asking('French', ['English', 'Punjabi'])).toBe('skipped: does not speak French')
    expect(asking('french', ['English', 'French'])).toBeUndefined()
    expect(asking('French')).toBeUndefined()
  })
})

describe('an agent who is blocked for a lead', () => {
  it('is passed over, also as the one who knows the person', () => {
    const preferred = [{ agent_id: 1, why: 'returning' as const }]
    expect(
      reasonOf(
        {},
        { blocked: [1], lead: { type: 'buyer', site_id: 1, area_ids: [10], matching_area_ids: [10], preferred } },
      ),
    ).toBe('skipped: blocked for this lead')
  })
})

describe('teams that take turns', () => {
  it('are asked one after the other, and their members among themselves', () => {
    const [east, west] = [
      { id: 1, name: 'East' },
      { id: 2, name: 'West' },
    ]
    const agents = [
      agent(1, { team: east, week: { used: 0, limit: 8 } }),
      agent(2, { team: east, week: { used: 6, limit: 8 } }),
      agent(3, { team: west, week: { used: 2, limit: 8 } }),
      agent(4, { team: west, week: { used: 1, limit: 8 } }),
      agent(5, { week: { used: 5, limit: 8 } }),
    ]
    const { eligible } = decide(input(agents, { settings: { max_untouched: 15, team_turns: true } }), now)
    expect(eligible.map(({ agent_id }) => agent_id)).toEqual([4, 3, 1, 2, 5])
    expect(eligible[0]?.reason).toBe('West: smallest share of the week, 1 of 8')
  })
})

describe('a newcomer', () => {
  it('reads that the week is their first', () => {
    const { eligible } = decide(input([agent(1, { week: { used: 1, limit: 3 }, sevenths: 3 })]), now)
    expect(eligible[0]?.reason).toBe('Smallest share of the week, 1 of 3 in the first week')
  })
})

const anyAgents = fc
  .array(
    fc.record({
      is_active: fc.boolean(),
      lead_types: fc.subarray(['buyer', 'rental']),
      area_ids: fc.subarray([10, 11, 12]),
      site_ids: fc.subarray([1, 2]),
      days_off: fc.subarray([1, 4, 7]),
      week: fc.record({ used: fc.nat(6), limit: fc.option(fc.nat(6)) }),
      untouched: fc.nat(20),
      languages: fc.subarray(['English', 'French']),
      away_from: fc.constantFrom(null, '2026-11-18'),
      substitute_id: fc.integer({ min: 1, max: 20 }),
      team: fc.constantFrom({ id: 1, name: 'East' }, { id: 2, name: 'West' }, undefined),
      last_offer_at: fc.option(fc.constantFrom('2026-11-16T10:00:00Z', '2026-11-18T10:00:00Z')),
    }),
    { maxLength: 20 },
  )
  .map(all =>
    all.map(({ away_from, ...fields }, index) => {
      const days = { away_from, away_until: away_from && '2026-11-20' }
      return agent(index + 1, { ...fields, ...days })
    }),
  )
const anyLead: fc.Arbitrary<AnyLead> = fc.record({
  language: fc.constantFrom('', 'French'),
  preferred: fc.array(
    fc.record({ agent_id: fc.integer({ min: 1, max: 20 }), why: fc.constantFrom('listing', 'returning') }),
    {
      maxLength: 2,
    },
  ),
  blocked: fc.subarray([1, 2, 3]),
  team_turns: fc.boolean(),
})
interface AnyLead {
  language: string
  preferred: Preference[]
  blocked: number[]
  team_turns: boolean
}
const inputOf = (agents: readonly AgentState[], lead: AnyLead) =>
  input(agents, {
    lead: {
      type: 'buyer',
      site_id: 1,
      area_ids: [10],
      matching_area_ids: [10, 11],
      language: lead.language,
      preferred: lead.preferred,
    },
    blocked: lead.blocked,
    settings: { max_untouched: 15, team_turns: lead.team_turns },
  })

describe('any decision', () => {
  it('looks at every agent once, with a reason for each, whatever the order in which they come', () => {
    fc.assert(
      fc.property(anyAgents, anyLead, (agents, lead) => {
        const decision = decide(inputOf(agents, lead), now)
        const ids = [...decision.eligible, ...decision.skipped].map(({ agent_id }) => agent_id)
        expect(ids.toSorted((a, b) => a - b)).toEqual(agents.map(({ id }) => id))
        for (const { reason } of decision.skipped) expect(reason).toMatch(/^skipped: \S/)
        expect(decide(inputOf(agents.toReversed(), lead), now)).toEqual(decision)
      }),
    )
  })

  it('is made again from what the ledger holds of it', () => {
    fc.assert(
      fc.property(anyAgents, anyLead, (agents, lead) => {
        const given = inputOf(agents, lead)
        const stored = JSON.parse(JSON.stringify(onlyRelevant(given)))
        const decision = decide(given, now)
        expect(isReproduced({ round: 1, input: stored, decision, chosen: null }, now)).toBe(true)
      }),
    )
  })
})

describe('a week of a thousand leads', () => {
  const anyAgent = fc.record({ limit: fc.constantFrom(40, 80, 120), takesLeads: fc.boolean() })

  it('leaves those of a rung who take what they are offered within one lead of each other, and passes no limit', () => {
    fc.assert(
      fc.property(fc.array(anyAgent, { minLength: 2, maxLength: 12 }), everybody => {
        const agents = everybody.map(({ limit }, index) => agent(index + 1, { week: { used: 0, limit } }))
        const takers = agents.filter((_, index) => everybody[index]?.takesLeads)
        for (let lead = 0; lead < 1000; lead++) offerThrice(agents, takers, new Date(now.getTime() + lead * 60_000))
        for (const limit of new Set(takers.map(({ week }) => week.limit))) {
          const used = takers.filter(({ week }) => week.limit === limit).map(({ week }) => week.used)
          expect(Math.max(...used) - Math.min(...used)).toBeLessThanOrEqual(1)
          expect(Math.max(...used)).toBeLessThanOrEqual(limit ?? 0)
        }
        for (const { week } of agents) expect(shareOf(week)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 6 },
    )
  })
})

/** Offers a lead until somebody takes it, three times at most; a rejected offer gives its quota back. */
function offerThrice(agents: readonly AgentState[], takers: readonly AgentState[], at: Date): void {
  const asked: number[] = []
  while (asked.length < 3) {
    const [first] = decide(input(agents, { asked }), at).eligible
    const chosen = agents.find(({ id }) => id === first?.agent_id)
    if (!chosen) return
    chosen.last_offer_at = at.toISOString()
    asked.push(chosen.id)
    if (!takers.includes(chosen)) continue
    chosen.week.used++
    return
  }
}
