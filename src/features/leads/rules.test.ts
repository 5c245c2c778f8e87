import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  foldEmail,
  isMarketingEligible,
  mergeAreas,
  priceOverlaps,
  primaryArea,
  rolesString,
  scoreOf,
  scoreParts,
  statusLabel,
  visitsUntil,
  weekOf,
  withVisit,
} from './rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const areaName: fc.Arbitrary<string> = fc.constantFrom(
  'Annex',
  'Leslieville',
  'Riverdale',
  'Toronto',
  'Ajax',
  'Milton',
  'Oakville',
)
const list = fc.array(areaName, { maxLength: 6 })

describe('merged areas', () => {
  it('has every area of both lists exactly once', () => {
    fc.assert(
      fc.property(list, list, list, (sublocalities, localities, own) => {
        const { primary, rest } = mergeAreas(sublocalities.join(', '), localities.join(','), own)
        const merged = [...primary, ...rest]
        expect(merged.toSorted()).toEqual([...new Set([...sublocalities, ...localities])].toSorted())
        expect(primary.length).toBe(Math.min(2, merged.length))
      }),
    )
  })

  it("puts the agent's own areas first and otherwise sublocalities before localities", () => {
    fc.assert(
      fc.property(list, list, list, (sublocalities, localities, own) => {
        const { primary, rest } = mergeAreas(sublocalities.join(','), localities.join(','), own)
        const rank = (name: string) => (own.includes(name) ? 0 : 2) + (sublocalities.includes(name) ? 0 : 1)
        const ranks = [...primary, ...rest].map(rank)
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }),
    )
  })

  it('calls a lead without areas one of Toronto', () => {
    expect(primaryArea(mergeAreas('', null))).toBe('Toronto')
    expect(mergeAreas('Annex', 'Toronto, Ajax', ['Ajax'])).toEqual({ primary: ['Ajax', 'Annex'], rest: ['Toronto'] })
  })
})

describe('the fold of an e-mail address', () => {
  it('makes no difference of case, nor of dots and plus at Gmail', () => {
    expect(foldEmail('Jo.Doe+crm@GMail.com')).toBe('jodoe@gmail.com')
    expect(foldEmail('jodoe@googlemail.com')).toBe('jodoe@gmail.com')
    expect(foldEmail('Jo.Doe@Mail.test')).toBe('jo.doe@mail.test')
    expect(foldEmail('nobody')).toBeNull()
  })

  it('is its own fold', () => {
    fc.assert(
      fc.property(fc.emailAddress(), email => {
        expect(foldEmail(foldEmail(email))).toBe(foldEmail(email))
      }),
    )
  })
})

describe('the price filter', () => {
  it('finds a lead when some price lies in both ranges', () => {
    const price = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(price, price, price, price, (a, b, c, d) => {
        const lead = { min: Math.min(a, b), max: Math.max(a, b) }
        const [from, to] = [Math.min(c, d), Math.max(c, d)]
        const shared = Array.from({ length: 41 }, (_, at) => at).some(
          at => at >= lead.min && at <= lead.max && at >= from && at <= to,
        )
        expect(priceOverlaps(lead, from, to)).toBe(shared)
      }),
    )
  })

  it('leaves out leads whose prices are not known', () => {
    expect(priceOverlaps({ min: 0, max: 0 }, null, 5)).toBe(false)
    expect(priceOverlaps({ min: 4, max: 0 }, 10, null)).toBe(true)
  })
})

describe('marketing', () => {
  const lead = {
    subscribed_alert: true,
    status_value: 3,
    member_type: 'normal',
    last_active_at: '2026-05-01T00:00:00.000000Z',
    last_contacted_at: null,
  }
  it('reaches a subscribed lead that was active or contacted within two years', () => {
    expect(isMarketingEligible(lead, now)).toBe(true)
    const quiet = { ...lead, last_active_at: '2024-01-01T00:00:00.000000Z' }
    expect(isMarketingEligible(quiet, now)).toBe(false)
    expect(isMarketingEligible({ ...quiet, last_contacted_at: '2026-01-01T00:00:00.000000Z' }, now)).toBe(true)
  })
  it('leaves out status 0, those who left the list, and those who do not get alerts', () => {
    expect(isMarketingEligible({ ...lead, status_value: 0 }, now)).toBe(false)
    expect(isMarketingEligible({ ...lead, member_type: 'held' }, now)).toBe(false)
    expect(isMarketingEligible({ ...lead, subscribed_alert: false }, now)).toBe(false)
  })
})

describe('the score', () => {
  it('is between 0 and 100 with one decimal, whatever is known', () => {
    const instant = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map(date => date.toISOString())
    const facts = fc.record({
      was_active: fc.boolean(),
      last_active_at: instant,
      activity: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 12 }),
      activity_week: instant.map(at => weekOf(new Date(at))),
      has_viewing_request: fc.boolean(),
      has_offer_request: fc.boolean(),
      has_sell_request: fc.boolean(),
      email: fc.option(fc.emailAddress()),
      phone: fc.option(fc.constant('+14165550123')),
      email_verified: fc.boolean(),
      is_email_valid: fc.boolean(),
      is_phone_valid: fc.boolean(),
      text_validated: fc.boolean(),
      last_contacted_at: fc.option(instant),
      status_value: fc.integer({ min: -1, max: 10 }),
    })
    fc.assert(
      fc.property(facts, lead => {
        const parts = scoreParts(lead, now)
        const score = scoreOf(parts)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(100)
        expect(Math.round(score * 10)).toBe(Number((score * 10).toFixed(6)))
        for (const part of parts) expect(part.points).toBeLessThanOrEqual(part.most)
      }),
    )
  })
})

describe('visits', () => {
  // A Wednesday.
  const wednesday = new Date('2026-11-18T12:00:00Z')
  const none = { activity: Array<number>(12).fill(0), activity_week: weekOf(wednesday) }

  it('are counted in their own week, also when they are told late, for twelve weeks', () => {
    expect(none.activity_week).toBe('2026-11-16')
    const sunday = new Date('2026-11-15T23:59:59Z')
    const both = withVisit(withVisit(none, wednesday, wednesday), sunday, wednesday)
    expect(both.activity).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
    expect(withVisit(none, new Date('2026-08-01T00:00:00Z'), wednesday)).toEqual(none)
  })

  it('move on with the weeks by themselves, and are forgotten after twelve', () => {
    const one = withVisit(none, wednesday, wednesday)
    expect(visitsUntil(one, new Date('2026-11-23T00:00:00Z'))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
    expect(visitsUntil(one, new Date('2027-03-01T00:00:00Z'))).toEqual(none.activity)
  })
})

it('words statuses and roles as the specification does', () => {
  expect(statusLabel(8)).toBe('Under contract')
  expect(statusLabel(77)).toBe('Unknown')
  expect(rolesString(['rental_lead', 'registered_agent'])).toBe('Renter, Agent')
})
