import { describe, expect, it } from 'vitest'
import type { LeadFilters } from '../../leads/contract/filters.ts'
import { type Names, nameOf } from './rules/names.ts'
import { leftOutText, viewCountText } from './rules/text.ts'

const names: Names = {
  tag: new Map([
    [1, 'Hot'],
    [2, 'VIP'],
  ]),
  agent: new Map([
    [0, 'Nobody'],
    [5, 'Maya Lindqvist'],
  ]),
  site: new Map(),
  area: new Map([[11, 'Leslieville']]),
}
const name = (filters: LeadFilters, taken: string[] = []) =>
  nameOf({ list: 'all', filters, sort: 'name' }, names, taken)

describe('the name of a view', () => {
  it.each<[LeadFilters, string]>([
    [{ status: [3, 4, 5, 6, 7], lastActiveDate: { within: 30 } }, 'Connected to Offer · active past 30 days'],
    [{ tag: [1, 2], priceFrom: 500_000, priceTo: 900_000 }, 'Hot, VIP · $500K to $900K'],
    [{ lastContactedDate: { over: 14 }, agent: [5] }, 'Not contacted for 14 days · Maya Lindqvist'],
    [{ type: ['buyer_lead'], locations: [{ area_id: 11, area_type: 'locality' }] }, 'Buyer · Leslieville'],
    [{ createdDate: { within: 0 } }, 'Signed up today'],
    [{ search: 'king west' }, '“king west”'],
    [{ tag: [1, 99] }, '2 tags'],
    [{}, 'All Leads'],
  ])('%j is called %s', (filters, called) => expect(name(filters)).toBe(called))

  it('says the first three things only, and never one that is taken', () => {
    expect(name({ status: [1], type: ['buyer_lead'], tag: [1], hasTask: true })).toBe('New · Buyer · Hot')
    expect(name({ status: [1] }, ['New', 'New 2'])).toBe('New 3')
  })

  it('fits where names are kept, whatever is searched', () => {
    for (const search of ['👩‍👩‍👧'.repeat(60), 'x'.repeat(200)]) {
      const called = name({ search })
      expect(called.length).toBeLessThanOrEqual(80)
      expect(called.isWellFormed()).toBe(true)
    }
  })
})

describe('what is said of a view', () => {
  it('marks counts that are not exact', () => {
    expect(viewCountText({ count: 38, is_estimate: false })).toBe('38')
    expect(viewCountText({ count: 412_345, is_estimate: true })).toBe('10,000+')
    expect(viewCountText({ count: 1234, is_estimate: true })).toBe('≈ 1,200')
    expect(viewCountText(null)).toBe('')
  })

  it('says what is left out', () => {
    expect(leftOutText([])).toBe('')
    expect(leftOutText([{ filter: 'tag', count: 1 }])).toBe('1 tag of this view no longer exists and is left out.')
    expect(
      leftOutText([
        { filter: 'tag', count: 2 },
        { filter: 'locations', count: 1 },
      ]),
    ).toBe('2 tags and 1 area of this view no longer exist and are left out.')
  })
})
