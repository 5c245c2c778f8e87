import { describe, expect, it } from 'vitest'
import { MlsProperty } from '../../../integrations/mls/client.ts'
import { demoFeed } from './mlsFeed.ts'

const morning = new Date('2026-11-20T11:00:00Z')
const night = new Date('2026-11-21T04:00:00Z')

describe("the demo's listing service", () => {
  const at = (now: Date, seed = 7) =>
    new Map(
      demoFeed({ seed, perDay: 40 })
        .at(now)
        .map(home => [home.ListingKey, home]),
    )

  it('holds the same homes for the same seed at the same time', () => {
    expect(at(night)).toEqual(at(night))
    expect(at(night)).not.toEqual(at(night, 8))
  })

  it('adds homes, changes prices and takes homes off the market through the day', () => {
    const [before, after] = [at(morning), at(night)]
    const added = [...after.keys()].filter(key => !before.has(key))
    expect(added).toHaveLength(40)
    const stored = [...after].flatMap(([key, home]) => {
      const earlier = before.get(key)
      return earlier ? [{ earlier, home }] : []
    })
    expect(stored.filter(({ earlier, home }) => earlier.ListPrice !== home.ListPrice).length).toBeGreaterThan(3)
    expect(stored.filter(({ earlier, home }) => earlier.StandardStatus !== home.StandardStatus).length).toBeGreaterThan(
      3,
    )
    for (const { earlier, home } of stored)
      if (JSON.stringify(earlier) !== JSON.stringify(home))
        expect(String(home.ModificationTimestamp) > String(earlier.ModificationTimestamp)).toBe(true)
  })

  it('speaks of nothing that has not happened, in words that the product reads', () => {
    for (const home of at(night).values()) {
      const { ModificationTimestamp, OriginalEntryTimestamp, ListPrice, PostalCode } = MlsProperty.parse(home)
      expect(Date.parse(OriginalEntryTimestamp)).toBeLessThanOrEqual(Date.parse(ModificationTimestamp))
      expect(Date.parse(ModificationTimestamp)).toBeLessThanOrEqual(night.getTime())
      expect(ListPrice).toBeGreaterThan(500)
      expect(PostalCode).toMatch(/^[A-Z]\d[A-Z] \d[A-Z]\d$/)
    }
  })
})
