import { describe, expect, it } from 'vitest'
import { hasLanded } from './landed.ts'

const newest = { id: 1, pooled_at: '2026-11-22T15:00:00Z' }

describe('a lead that lands in the pool', () => {
  it('is news when it is the newest, also of an empty pool', () => {
    expect(hasLanded(newest, { id: 2, pooled_at: '2026-11-22T15:00:01Z' })).toBe(true)
    expect(hasLanded(null, newest)).toBe(true)
  })

  it('is none when a claim uncovers an older one, or the pool is as it was', () => {
    expect(hasLanded(newest, { id: 3, pooled_at: '2026-11-22T14:00:00Z' })).toBe(false)
    expect(hasLanded(newest, newest)).toBe(false)
    expect(hasLanded(newest, null)).toBe(false)
  })
})
