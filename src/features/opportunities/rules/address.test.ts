import { describe, expect, it } from 'vitest'
import { clampedPage, filtersOf, readAddress, writeAddress } from './address.ts'

describe('the address of the opportunities', () => {
  it('says tab, filters and page, and nothing that is as always', () => {
    expect(writeAddress(readAddress({}))).toEqual({})
    const address = { tab: 'week', type: '3,9', lead: 'buyer_lead', hidden: 1, page: 2 }
    expect(writeAddress(readAddress(address))).toEqual(address)
  })

  it('has a calendar only with days, and asks for those', () => {
    expect(readAddress({ tab: 'calendar' }).tab).toBe('today')
    const address = readAddress({ tab: 'calendar', from: '2024-01-01', to: '2024-01-07' })
    expect(filtersOf(address)).toEqual({ dateStart: '2024-01-01', dateEnd: '2024-01-07' })
    // The tab stays beside the others, which do not ask for its days.
    expect(filtersOf({ ...address, tab: 'week' })).toEqual({})
  })

  it('leaves out what it does not understand', () => {
    expect(
      readAddress({ tab: 'year', type: '11,x,2', lead: 'pirate', page: 'many', from: '2024-13-99', to: 1 }),
    ).toEqual({
      tab: 'today',
      types: [2],
      leadTypes: [],
      hidden: false,
      page: 1,
      range: null,
    })
    expect(readAddress({ page: 0 }).page).toBe(1)
  })

  it('clamps pages between the first and the last', () => {
    expect([0, 1, 3, 99].map(page => clampedPage(page, 3))).toEqual([1, 1, 3, 3])
    expect(clampedPage(2, 0)).toBe(1)
  })
})
