import { describe, expect, it } from 'vitest'
import {
  type KnownLead,
  proposedName,
  proposedSearch,
  type SeenHome,
  searchProposed,
  searchSentence,
} from './proposal.ts'
import { anySearch } from './search.ts'

const nothing: KnownLead = { roles: [], area_ids: [], stated: { min: 0, max: 0 }, searched: { min: 0, max: 0 } }
const flat = (more: Partial<SeenHome> = {}): SeenHome => ({
  offer: 'lease',
  property_type: 'Condo Apartment',
  price: 2500,
  beds: 1,
  area_id: 7,
  ...more,
})
const homes = (count: number, more: Partial<SeenHome> = {}) => Array.from({ length: count }, () => flat(more))
const names = new Map([
  [7, 'Rockcliffe-Smythe'],
  [8, 'Junction'],
])

describe('what a listing alert begins with', () => {
  it('is empty for a lead of whom nothing is known', () => {
    expect(proposedSearch(nothing, [])).toEqual({
      offer: null,
      areas: null,
      types: null,
      price_min: null,
      price_max: null,
      beds: null,
    })
    expect(searchProposed(proposedSearch(nothing, []))).toEqual({ ...anySearch, offer: 'sale' })
  })

  it('is for rent for a renter, for sale for a buyer, and goes by the homes viewed for whoever is both or neither', () => {
    const offerOf = (roles: string[], viewed: SeenHome[] = []) => proposedSearch({ ...nothing, roles }, viewed).offer
    expect(offerOf(['rental_lead'])).toEqual({ value: 'rent', reason: 'Renter' })
    expect(offerOf(['buyer_lead'], homes(9))).toEqual({ value: 'sale', reason: 'Buyer' })
    const both = ['rental_lead', 'buyer_lead']
    expect(offerOf(both)).toBeNull()
    expect(offerOf(both, [...homes(4), ...homes(1, { offer: 'sale' })])).toEqual({
      value: 'rent',
      reason: '4 of 5 homes viewed',
    })
    expect(offerOf(['seller_lead'], homes(2, { offer: 'sale' }))).toEqual({
      value: 'sale',
      reason: 'All 2 homes viewed',
    })
  })

  it('names the areas that the lead comes back to, and those of the profile while too few homes were viewed', () => {
    const renter = { ...nothing, roles: ['rental_lead'], area_ids: [9, 8, 7, 6] }
    const viewed = [
      ...homes(3, { area_id: 8 }),
      ...homes(10),
      ...homes(1, { area_id: 5 }),
      ...homes(1, { area_id: null }),
    ]
    expect(proposedSearch(renter, viewed).areas).toEqual({ value: [7, 8], reason: '10 and 3 of 15 homes viewed' })
    expect(proposedSearch(renter, homes(2)).areas).toEqual({ value: [9, 8, 7], reason: 'From the profile' })
    const scattered = [1, 2, 3, 4].map(area_id => flat({ area_id }))
    expect(proposedSearch(renter, scattered).areas?.reason).toBe('From the profile')
  })

  it('takes the price that was stated, else the one searched for, else the highest that was viewed', () => {
    const renter = { ...nothing, roles: ['rental_lead'], searched: { min: 0, max: 3200 } }
    const viewed = [...homes(3), flat({ price: 3550 })]
    expect(proposedSearch({ ...renter, stated: { min: 1500, max: 3600 } }, viewed)).toMatchObject({
      price_min: { value: 1500, reason: 'Stated' },
      price_max: { value: 3600, reason: 'Stated; viewed up to $3,550' },
    })
    expect(proposedSearch(renter, []).price_max).toEqual({ value: 3200, reason: 'Searched' })
    expect(proposedSearch({ ...nothing, roles: ['rental_lead'] }, viewed).price_max).toEqual({
      value: 3600,
      reason: 'Viewed up to $3,550',
    })
    const buyer = { ...nothing, roles: ['buyer_lead'] }
    expect(proposedSearch(buyer, homes(3, { offer: 'sale', price: 911_000 })).price_max?.value).toBe(925_000)
    expect(proposedSearch(buyer, homes(2, { offer: 'sale', price: 911_000 })).price_max).toBeNull()
  })

  it('proposes no least price where the lead looks at cheaper homes', () => {
    const known = { ...nothing, roles: ['rental_lead'], searched: { min: 2000, max: 4000 } }
    expect(proposedSearch(known, homes(1)).price_min).toEqual({ value: 2000, reason: 'Searched' })
    expect(proposedSearch(known, [...homes(1), flat({ price: 1900 })]).price_min).toBeNull()
  })

  it('never takes the price of a purchase for a rent', () => {
    const known = {
      ...nothing,
      roles: ['rental_lead'],
      stated: { min: 0, max: 900_000 },
      searched: { min: 0, max: 2900 },
    }
    expect(proposedSearch(known, []).price_max).toEqual({ value: 2900, reason: 'Searched' })
  })

  it('asks for as many bedrooms as nearly all viewed homes have, and for a kind of home that is a habit', () => {
    const renter = { ...nothing, roles: ['rental_lead'] }
    const viewed = [...homes(8), ...homes(2, { beds: 2 }), flat({ beds: 0, property_type: 'Detached' })]
    expect(proposedSearch(renter, viewed)).toMatchObject({
      beds: { value: 1, reason: '0 to 2 beds viewed' },
      types: { value: ['Condo Apartment'], reason: '10 of 11 homes viewed' },
    })
    const mixed = [...homes(4), ...homes(4, { property_type: 'Detached', beds: 0 })]
    expect(proposedSearch(renter, mixed)).toMatchObject({ beds: null, types: null })
    expect(proposedSearch(renter, homes(3, { beds: 2 })).beds).toEqual({ value: 2, reason: 'All viewed homes have 2' })
  })

  it('leaves out what was viewed of the other offer', () => {
    const viewed = [...homes(5), ...homes(4, { offer: 'sale', price: 900_000, area_id: 8, beds: 4 })]
    expect(proposedSearch({ ...nothing, roles: ['rental_lead'] }, viewed)).toMatchObject({
      areas: { value: [7] },
      price_max: { value: 2500 },
      beds: { value: 1 },
    })
  })

  it('is said in one sentence and named by its first place', () => {
    const search = { ...anySearch, offer: 'rent', areas: [7], price_max: 3600, beds: 1 } as const
    expect(searchSentence({ ...search, areas: [7] }, names)).toBe('Rockcliffe-Smythe, rent to $3,600, 1+ bed')
    expect(
      searchSentence({ ...anySearch, offer: 'sale', price_min: 500_000, price_max: 900_000, baths: 2 }, names),
    ).toBe('Anywhere, for sale $500,000 to $900,000, 2+ bath')
    expect(searchSentence({ ...anySearch, offer: 'sale', areas: [7, 8] }, names)).toBe(
      'Rockcliffe-Smythe or Junction, for sale',
    )
    expect(proposedName({ offer: 'rent', areas: [7] }, names)).toBe('Rockcliffe-Smythe rentals')
    expect(proposedName({ offer: 'sale', areas: [8] }, names)).toBe('Junction homes')
    expect(proposedName({ offer: 'sale', areas: [] }, names)).toBe('')
  })
})
