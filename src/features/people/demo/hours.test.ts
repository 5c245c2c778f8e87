import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { region } from '../../../product/region/region.ts'
import { atWork, byDay } from './hours.ts'

const instants = fc.integer({ min: Date.parse('2023-01-01T00:00:00Z'), max: Date.parse('2027-01-01T00:00:00Z') })
const DAY = 86_400_000

it('puts what people do into working hours, over both changes of the clock, whatever the order', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)]
      const [before, after] = [first, second].map(at => atWork(at, 0, second + DAY)) as [number, number]
      const there = new TZDate(before, region.zone)
      const minutes = there.getHours() * 60 + there.getMinutes()
      expect(minutes).toBeGreaterThanOrEqual(8 * 60 + 30)
      expect(minutes).toBeLessThanOrEqual(20 * 60 + 30)
      expect(before).toBeLessThanOrEqual(after)
    }),
  )
})

it('stays between what came before and now', () => {
  fc.assert(
    fc.property(instants, fc.nat(3 * DAY), fc.nat(3 * DAY), (at, since, left) => {
      const moved = atWork(at, at - since, at + left)
      expect(moved).toBeGreaterThanOrEqual(at - since)
      expect(moved).toBeLessThanOrEqual(at + left)
    }),
  )
})

it('leaves what happened by day where it was', () => {
  const now = Date.parse('2026-11-21T15:00:00Z')
  expect(byDay(Date.parse('2026-11-21T14:25:00Z'), now)).toBe(Date.parse('2026-11-21T14:25:00Z'))
  expect(new Date(byDay(Date.parse('2026-11-21T08:12:00Z'), now)).toISOString()).toBe('2026-11-20T22:51:00.000Z')
})
