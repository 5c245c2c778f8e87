import fc from 'fast-check'
import { isPossiblePhoneNumber } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { agentShares, type Brokerage, placesOf } from '../../features/leads/demo/brokerage.ts'
import type { TagsOf } from '../../features/leads/demo/lead.ts'
import { drawLeads } from '../../features/leads/demo/seed.ts'
import { demoHistory } from '../../features/milestones/demo/history.ts'
import { colleagues } from '../../features/people/demo/colleagues.ts'
import { emailOf, phoneOf } from '../../features/people/demo/names.ts'
import type { AreaRow } from '../../features/settings/demo/seed.ts'
import { drawTags } from '../../features/tags/demo.ts'
import { weights } from '../../platform/demo/random.ts'
import { municipalities } from '../../product/region/places.ts'

const now = new Date('2026-11-21T15:00:00Z')

function areaRows(): AreaRow[] {
  const rows: AreaRow[] = []
  const add = (type: AreaRow['type'], name: string, parent_id: number | null) =>
    rows.push({ id: rows.length + 1, type, name, parent_id })
  for (const { name, districts } of municipalities) {
    const locality = add('locality', name, null)
    for (const district of districts) {
      const sublocality = add('sublocality', district.name, locality)
      for (const neighbourhood of district.neighbourhoods) add('neighbourhood', neighbourhood, sublocality)
    }
  }
  return rows
}

const agents = colleagues(1, 60).map(({ email, first_name, last_name }, index) => ({
  id: index + 1,
  user_id: index + 101,
  email,
  name: `${first_name} ${last_name}`,
}))

const brokerage: Brokerage = {
  places: placesOf(areaRows()),
  sites: weights([
    [1, 50],
    [2, 30],
    [3, 20],
  ]),
  siteNames: new Map([[1, 'property.test']]),
  agents: agentShares(agents, true),
  laterAgents: agentShares(agents, false),
}

const tags = weights(Array.from({ length: 18 }, (_tag, index) => [index + 1, 18 - index] as const))
const ownTags = (agent: { id: number } | null) => (agent && agent.id % 3 === 1 ? [89 + agent.id] : [])

function batch(seed: number, from: number, size: number, isLarge = false, at = now) {
  const tagsOf: TagsOf = (random, agent) => drawTags(random, tags, ownTags(agent))
  const leads = drawLeads({ brokerage, tagsOf, seed, now: at, firstId: 1 + from, from, size })
  return {
    leads: leads.map(lead => lead.columns),
    milestones: leads.flatMap(lead => demoHistory(lead, isLarge ? 'brief' : 'full')),
  }
}

describe('the demo brokerage', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(batch(7, 0, 50)).toEqual(batch(7, 0, 50))
    expect(batch(7, 0, 50)).not.toEqual(batch(8, 0, 50))
  })

  it('is of the same people whenever it is made', () => {
    const made = (at: Date) =>
      batch(7, 0, 400, true, at).leads.map(
        ({ first_name, last_name, email, phone, agent_id, roles, area_ids, tag_ids, consent_email, status_value }) =>
          [first_name, last_name, email, phone, agent_id, roles, area_ids, tag_ids, consent_email, status_value].join(),
      )
    const first = made(now)
    const days = fc.double({ min: 0, max: 800, noNaN: true })
    fc.assert(
      fc.property(days, later => {
        const then = made(new Date(now.getTime() + later * 86_400_000))
        // A few stand at the end of their first week, or of their first quarter.
        expect(then.filter((lead, place) => lead !== first[place]).length).toBeLessThan(20)
      }),
      { numRuns: 20 },
    )
  })

  it('makes the same lead whatever was made before it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(5000), fc.integer({ min: 1, max: 20 }), (seed, from, before) => {
        const alone = batch(seed, from + before, 1)
        const among = batch(seed, from, before + 1)
        expect(among.leads.at(-1)).toEqual(alone.leads[0])
      }),
      { numRuns: 30 },
    )
  })

  it('gives nobody a number that could ring, and nearly everybody one of their own', () => {
    const numbers = Array.from({ length: 3800 }, (_, index) => phoneOf(index))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.every(number => /^\+1\d{3}55501\d{2}$/.test(number))).toBe(true)
    fc.assert(
      fc.property(fc.nat(1_000_000), index => {
        expect(phoneOf(index)).toMatch(/^\+1[2-9]\d{2}555\d{4}$/)
        expect(isPossiblePhoneNumber(phoneOf(index))).toBe(true)
      }),
    )
  })

  it('gives every person an address that nothing is delivered to', () => {
    const { leads } = batch(20_261, 0, 2000)
    const addresses = leads.flatMap(lead => lead.email ?? [])
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.every(address => /^[a-z0-9._]+@[a-z]+\.test$/.test(address))).toBe(true)
    expect(emailOf({ first: '美玲', last: '陳' }, 4242)).toMatch(/^person\d+@/)
  })

  it('puts nothing before its beginning, and nothing into the future', () => {
    const { leads, milestones } = batch(3, 0, 1500)
    const created = new Map(leads.map(lead => [lead.id, Date.parse(lead.created_at)]))
    for (const lead of leads) {
      for (const at of [lead.last_active_at, lead.claimed_at, lead.last_contacted_at].filter(at => at !== null)) {
        expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(lead.created_at))
        expect(Date.parse(at)).toBeLessThanOrEqual(now.getTime())
      }
    }
    for (const { lead_id, happened_at } of milestones) {
      expect(Date.parse(happened_at)).toBeGreaterThanOrEqual(created.get(lead_id) ?? Number.NaN)
      expect(Date.parse(happened_at)).toBeLessThanOrEqual(now.getTime())
    }
  })

  it('tells each lead in a timeline that agrees with the lead', () => {
    const { leads, milestones } = batch(3, 0, 400)
    for (const lead of leads) {
      const own = milestones.filter(milestone => milestone.lead_id === lead.id)
      const statuses = own.filter(milestone => milestone.milestone_type_id === 18).map(milestone => milestone.detail)
      expect(own.length).toBeGreaterThanOrEqual(5)
      expect(own.length).toBeLessThanOrEqual(60)
      if (lead.status_value > 1) expect(statuses.at(-1)).toMatchObject({ after: lead.status_value })
      if (lead.agent_id === null) expect(own.every(milestone => milestone.author_user_id === null)).toBe(true)
    }
  })

  it('is skewed as in life', () => {
    const { leads } = batch(20_261, 0, 2000)
    const share = (test: (lead: (typeof leads)[number]) => boolean) => leads.filter(test).length / leads.length
    expect(share(lead => lead.lead_score >= 70)).toBeLessThan(0.15)
    expect(share(lead => lead.agent_id === null)).toBeGreaterThan(0.04)
    expect(share(lead => now.getTime() - Date.parse(lead.last_active_at) < 86_400_000)).toBeLessThan(0.2)
    expect(share(lead => lead.area_ids.length === 0)).toBeGreaterThan(0.02)
    for (const status of [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      expect(share(lead => lead.status_value === status)).toBeGreaterThan(0.001)
    }
  })

  it('keeps timelines brief in a very large brokerage', () => {
    const { milestones } = batch(3, 5000, 500, true)
    expect(milestones.length).toBeLessThanOrEqual(1500)
  })
})
