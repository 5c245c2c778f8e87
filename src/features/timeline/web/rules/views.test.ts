import { describe, expect, it } from 'vitest'
import { favouritesOf, homesOf, oftenSeen, timesText, visitedHome } from './views.ts'

const now = new Date('2026-11-21T20:00:00Z')
const visit = (mls: string, at: string, more = {}) => ({
  model_id: 1,
  model_type: 'search_listing',
  description: `1208 - ${mls} Stadium Rd`,
  value: null,
  link: `/listings/${mls}`,
  happened_at: at,
  ...more,
})

describe('visits of homes on the timeline', () => {
  it('know the home from their link, and no home from a building', () => {
    expect(visitedHome(visit('C1', '2026-11-21T14:00:00Z'))).toBe('C1')
    expect(visitedHome(visit('C1', '2026-11-21T14:00:00Z', { model_type: 'search_building' }))).toBeNull()
    expect(visitedHome(visit('C1', '2026-11-21T14:00:00Z', { link: 'https://property.test/C1' }))).toBeNull()
  })

  it('name each home once', () => {
    const visits = ['C1', 'C2', 'C1'].map(mls => visit(mls, '2026-11-21T14:00:00Z'))
    expect(homesOf(visits).map(({ mls_number }) => mls_number)).toEqual(['C1', 'C2'])
  })

  it('say which home somebody comes back to within a week', () => {
    const today = [visit('C2', '2026-11-21T14:05:00Z'), visit('C1', '2026-11-21T14:00:00Z')]
    const before = [visit('C1', '2026-11-19T14:00:00Z'), visit('C1', '2026-11-18T14:00:00Z')]
    expect(oftenSeen(today, [...today, ...before], now)).toBe('C1 Stadium Rd three times this week')
    expect(oftenSeen(today, today, now)).toBe('')
    const old = before.map(each => ({ ...each, happened_at: '2026-11-01T14:00:00Z' }))
    expect(oftenSeen(today, [...today, ...old], now)).toBe('')
    expect(oftenSeen(old, [...today, ...before], now)).toBe('')
  })

  it('say which homes somebody looked at most, each with how often', () => {
    const visits = ['C1', 'C2', 'C2', 'C3'].map(mls => visit(mls, '2026-11-21T14:00:00Z'))
    expect(favouritesOf(visits, 2).map(({ mls_number, times }) => [mls_number, timesText(times)])).toEqual([
      ['C2', 'twice'],
      ['C1', ''],
    ])
  })
})
