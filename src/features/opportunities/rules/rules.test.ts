import { describe, expect, it } from 'vitest'
import { describeOpportunity } from './describe.ts'
import { CONTACT_REQUEST_MODEL, opportunityType, opportunityTypes, raisedBy } from './opportunityTypes.ts'
import { raisedByViews, raisedByVisit, type Threshold, type View, type ViewingLead } from './raise.ts'
import { rangeTitle, spanOf } from './spans.ts'

const zone = 'America/Toronto'
/** A Thursday, 11:08 in Toronto. */
const now = new Date('2026-11-19T16:08:00Z')
const DAY = 86_400_000

const on = (times: number | null, days: number | null): Threshold => ({ is_on: true, times, days })
const thresholds = new Map<number, Threshold>([
  [opportunityType.backToSite, on(null, 30)],
  [opportunityType.highInterest, on(3, 7)],
  [opportunityType.listingAlert, on(5, 14)],
  [opportunityType.buildingAlert, on(3, 14)],
  [opportunityType.reactivated, on(null, 365)],
])

const lead = (more: Partial<ViewingLead> = {}): ViewingLead => ({
  id: 7,
  has_listing_alert: false,
  alert_buildings: [],
  hidden_at: new Map(),
  ...more,
})
const view = (daysAgo: number, home: string | null, building_id: number | null = null): View => ({
  at: new Date(now.getTime() - daysAgo * DAY),
  home,
  building: building_id === null ? null : `building ${building_id}`,
  building_id,
  building_name: building_id === null ? null : `Tower ${building_id}`,
  label: home ?? `Tower ${building_id}`,
  link: null,
})
const typesOf = (views: View[], person = lead(), fresh = views.slice(0, 1), using = thresholds) =>
  raisedByViews(person, views, fresh, using).map(raised => raised.opportunity_type_id)

describe('opportunities that arise from looking at homes', () => {
  it('need the same home three times in seven days', () => {
    expect(typesOf([view(0, 'a'), view(1, 'a')])).toEqual([])
    expect(typesOf([view(0, 'a'), view(1, 'a'), view(6.9, 'a')])).toEqual([opportunityType.highInterest])
    expect(typesOf([view(0, 'a'), view(1, 'a'), view(7.1, 'a')])).toEqual([])
    expect(typesOf([view(0, 'a'), view(1, 'b'), view(2, 'a')])).toEqual([])
  })

  it('count a building as a whole, too', () => {
    const views = [view(0, null, 4), view(1, null, 4), view(2, null, 4)]
    expect(typesOf(views)).toEqual([opportunityType.highInterest, opportunityType.buildingAlert])
    expect(typesOf(views, lead({ alert_buildings: [4] }))).toEqual([opportunityType.highInterest])
    expect(typesOf(views, lead({ alert_buildings: [5] }))).toContain(opportunityType.buildingAlert)
  })

  it('propose an alert for a building of which several homes were seen', () => {
    expect(typesOf([view(0, 'a', 4), view(9, 'b', 4), view(13, 'c', 4)])).toEqual([opportunityType.buildingAlert])
  })

  it('propose a listing alert after five different homes in fourteen days to those without one', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((home, at) => view(at * 3, home))
    expect(typesOf(five)).toEqual([opportunityType.listingAlert])
    expect(typesOf(five, lead({ has_listing_alert: true }))).toEqual([])
    expect(typesOf([...five.slice(0, 4), view(1, 'a')])).toEqual([])
    expect(typesOf([...five.slice(0, 4), view(14.5, 'e')])).toEqual([])
  })

  it('are about what was just looked at, not about what arose before', () => {
    const views = [view(0, 'b'), view(1, 'a'), view(2, 'a'), view(3, 'a')]
    expect(typesOf(views)).toEqual([])
  })

  it('count anew after one was hidden', () => {
    const views = [view(0, 'a'), view(1, 'a'), view(2, 'a')]
    const hidden_at = new Map([[opportunityType.highInterest as number, new Date(now.getTime() - 1.5 * DAY)]])
    expect(typesOf(views, lead({ hidden_at }))).toEqual([])
    expect(typesOf([view(0, 'a'), view(0.1, 'a'), ...views], lead({ hidden_at }))).toEqual([
      opportunityType.highInterest,
    ])
  })

  it('follow the thresholds, and stop when their type is off', () => {
    const views = [view(0, 'a'), view(9, 'a')]
    expect(typesOf(views, lead(), views, new Map([[opportunityType.highInterest as number, on(2, 10)]]))).toEqual([
      opportunityType.highInterest,
    ])
    const off = new Map([[opportunityType.highInterest as number, { ...on(2, 10), is_on: false }]])
    expect(typesOf(views, lead(), views, off)).toEqual([])
  })

  it('never arise from fewer looks than asked for, whatever the order and however they are spread', () => {
    // A small generator of the same numbers each time: a thousand histories, each judged by counting.
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 1000; round += 1) {
      const views = Array.from({ length: random(12) + 1 }, () => view(random(2000) / 100, 'abcd'[random(4)] ?? 'a'))
      const [fresh] = views
      if (!fresh) continue
      const days = (home: string | null, span: number) =>
        views.filter(
          each =>
            (home === null || each.home === home) &&
            each.at <= fresh.at &&
            fresh.at.getTime() - each.at.getTime() < span * DAY,
        )
      const expected = days(fresh.home, 7).length >= 3
      expect(typesOf(views, lead({ has_listing_alert: true })).includes(opportunityType.highInterest)).toBe(expected)
      expect(typesOf(views.toReversed(), lead({ has_listing_alert: true }), [fresh])).toEqual(
        typesOf(views, lead({ has_listing_alert: true })),
      )
    }
  })
})

describe('opportunities that arise from a visit', () => {
  const visit = (quiet: number, more: object = {}) =>
    raisedByVisit(
      {
        id: 7,
        status_value: 4,
        active_at: now.toISOString(),
        before: new Date(now.getTime() - quiet * DAY).toISOString(),
        last_contacted_at: new Date(now.getTime() - 40 * DAY).toISOString(),
        created_at: new Date(now.getTime() - 900 * DAY).toISOString(),
        ...more,
      },
      thresholds,
    ).map(raised => raised.opportunity_type_id)

  it('need thirty quiet days before', () => {
    expect(visit(29)).toEqual([])
    expect(visit(30)).toEqual([opportunityType.backToSite])
    expect(visit(31)).toEqual([opportunityType.backToSite])
  })

  it('tell of those who were not interested, and of those without contact for a year', () => {
    expect(visit(1, { status_value: 0 })).toEqual([opportunityType.reactivated])
    const contact = (days: number) => ({ last_contacted_at: new Date(now.getTime() - days * DAY).toISOString() })
    expect(visit(1, contact(364))).toEqual([])
    expect(visit(1, contact(365))).toEqual([opportunityType.reactivated])
    expect(visit(1, { last_contacted_at: null })).toEqual([opportunityType.reactivated])
  })
})

describe('the reason of an opportunity', () => {
  const text = (type: number, facts: object, at = now) => describeOpportunity(type, facts, at, zone).text
  const since = '2026-11-16T15:00:00.000Z'

  it('states counted facts, with the day as one says it', () => {
    expect(
      describeOpportunity(opportunityType.highInterest, { subject: '88 Scott St', count: 4, since }, now, zone),
    ).toEqual({
      text: 'Saw 88 Scott St 4 times since Monday',
      emphasis: '88 Scott St 4 times',
    })
    const later = new Date('2026-11-28T15:00:00Z')
    expect(text(opportunityType.highInterest, { subject: '88 Scott St', count: 4, since }, later)).toBe(
      'Saw 88 Scott St 4 times since Nov 16',
    )
    expect(text(opportunityType.backToSite, { quiet_days: 44, homes: 3 })).toBe(
      'First visit after 44 quiet days, looked at 3 homes',
    )
    expect(text(opportunityType.buildingAlert, { subject: 'Garrison Point', count: 3, since })).toBe(
      'Saw Garrison Point 3 times since Monday, has no building alert',
    )
    expect(text(opportunityType.listingAlert, { count: 6, since })).toBe(
      'Looked at 6 homes since Monday, has no listing alert',
    )
    expect(text(opportunityType.reactivated, { quiet_days: 400 })).toBe('Active again, no contact for a year')
    expect(text(opportunityType.reactivated, { was_not_interested: true })).toBe('Back on the site, was not interested')
    expect(text(opportunityType.offerRequested, { subject: '18 Roxborough St W', price: 980_000 })).toBe(
      'Wants to offer $980,000 on 18 Roxborough St W',
    )
    expect(text(opportunityType.contactRequest, { detail: 'Is the rent negotiable?' })).toBe(
      '“Is the rent negotiable?”',
    )
  })

  it('has its emphasis within the text, for every type and with no facts at all', () => {
    for (const { id } of opportunityTypes) {
      const { text: all, emphasis } = describeOpportunity(id, {}, now, zone)
      expect(all).toContain(emphasis)
      expect(all).not.toContain('undefined')
    }
  })
})

describe('milestones', () => {
  it('raise by themselves what a form or a heart says', () => {
    const raised = (milestone_type_id: number, model_type: string | null = null) =>
      raisedBy({ milestone_type_id, model_type })
    expect([15, 8, 29].map(type => raised(type))).toEqual([1, 9, 8])
    expect(raised(9, 'offer_submission')).toBe(7)
    // An agent who records an offer asks for nothing.
    expect(raised(9)).toBeNull()
    expect(raised(20, CONTACT_REQUEST_MODEL)).toBe(10)
    expect(raised(14)).toBeNull()
  })
})

describe('the tabs', () => {
  it('cover the day, the week from Monday and the month where the agent is', () => {
    const iso = ({ start, end }: ReturnType<typeof spanOf>) => [start?.toISOString(), end?.toISOString()]
    const late = new Date('2026-11-20T07:30:00Z')
    expect(iso(spanOf('today', late, 'America/Los_Angeles'))).toEqual([
      '2026-11-19T08:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
    ])
    expect(iso(spanOf('today', late, zone))).toEqual(['2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'])
    expect(iso(spanOf('week', late, zone))).toEqual(['2026-11-16T05:00:00.000Z', '2026-11-23T05:00:00.000Z'])
    expect(iso(spanOf('month', late, zone))).toEqual(['2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'])
  })

  it('are titled with the chosen days', () => {
    expect(rangeTitle({ start: '2024-01-01', end: '2024-01-07' })).toBe('Jan 1st, 2024 - Jan 7th, 2024')
  })
})
