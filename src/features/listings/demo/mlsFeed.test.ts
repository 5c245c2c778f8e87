import { describe, expect, it } from 'vitest'
import { MlsProperty } from '../../../integrations/mls/client.ts'
import { addedKey } from '../rules.ts'
import { demoFeed, withChanges } from './mlsFeed.ts'

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

  it('holds homes that were made to appear and prices that were changed, newer than all before', () => {
    const records = demoFeed({ seed: 7, perDay: 40 }).at(night)
    const mls_number = String(records[0]?.ListingKey)
    const changed = withChanges(
      records,
      [
        { id: 1, mls_number: null, price: null, at: night },
        { id: 2, mls_number, price: 512_000, at: night },
        { id: 3, mls_number: 'gone', price: 1, at: night },
      ],
      7,
    )
    expect(changed).toHaveLength(records.length + 1)
    const found = (key: string) => changed.map(record => MlsProperty.parse(record)).find(one => one.ListingKey === key)
    expect(found(addedKey({ id: 1 }))).toMatchObject({
      StandardStatus: 'Active',
      ModificationTimestamp: night.toISOString(),
    })
    expect(found(mls_number)).toMatchObject({ ListPrice: 512_000, ModificationTimestamp: night.toISOString() })
  })
})
