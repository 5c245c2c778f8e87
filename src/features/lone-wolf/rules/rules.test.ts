import { describe, expect, it } from 'vitest'
import { differencesOf, missingIn } from './facts.ts'
import { cannotArrive, LOST_AFTER_MS, statusOfCode, tradeState } from './states.ts'
import type { TradeFacts } from './trade.ts'
import { sentenceOf } from './words.ts'

const facts: TradeFacts = {
  mls_number: 'E9512345',
  price: 136_500_000,
  offer_date: '2026-11-02',
  close_date: '2026-12-18',
  address: {
    street_number: '44',
    street_name: 'Bertmount Ave',
    street_direction: '',
    unit: '',
    city: 'Toronto',
    province: 'ON',
    postal_code: 'M4M 2X8',
  },
}
const now = new Date('2026-11-23T15:00:00Z')

describe('a deal and its trade', () => {
  it('are the same however a postal code is written, and where they show us nothing', () => {
    const theirs = { ...facts, mls_number: '', address: { ...facts.address, postal_code: 'M4M2X8' } }
    expect(differencesOf(facts, theirs)).toEqual([])
    expect(differencesOf(facts, { ...facts, price: 140_000_000 })).toEqual([
      { label: 'Price', ours: '$1,365,000.00', theirs: '$1,400,000.00' },
    ])
  })

  it('need days, a price and an address before anything is sent', () => {
    expect(missingIn(facts)).toEqual([])
    expect(missingIn({ ...facts, price: 0, close_date: null })).toEqual(['the price', 'the closing day'])
  })

  it('are unknown by the clock, even if the process that sent died', () => {
    const shown = (seconds: number) =>
      tradeState({
        row: { state: 'sent', reason: null, sent_at: new Date(now.getTime() - seconds * 1000).toISOString() },
        differs: false,
        isAccountValid: true,
        now,
      })
    expect([shown(5), shown(60)]).toEqual(['sending', 'unknown'])
    expect(cannotArrive(new Date(now.getTime() - LOST_AFTER_MS + 1).toISOString(), now)).toBe(false)
    expect(cannotArrive(new Date(now.getTime() - LOST_AFTER_MS).toISOString(), now)).toBe(true)
  })

  it('have statuses of deals for the codes of trades', () => {
    expect(['N', 'A', 'C', 'B', 'P'].map(statusOfCode)).toEqual([2, 4, 5, 6, null])
  })

  it('say what is so and what comes next', () => {
    const standing = { number: '26-1184', status: 'Firm', problem: '', lookups: 3, missing: [], isDraft: false }
    expect(sentenceOf({ ...standing, state: 'confirmed' })).toBe('Trade 26-1184, firm there.')
    expect(sentenceOf({ ...standing, state: 'unknown' })).toContain('Looked for 3 times')
    expect(sentenceOf({ ...standing, state: 'none', missing: ['the price', 'the closing day'] })).toBe(
      'Not sent yet. Lone Wolf needs the price and the closing day.',
    )
  })
})
