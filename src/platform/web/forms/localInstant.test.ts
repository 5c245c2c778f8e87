import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { setOwnZone } from '../time/ownZone.ts'
import { localNow } from '../time/time.ts'
import { localInstant } from './localInstant.ts'

afterEach(() => setOwnZone(null))

it('reads and writes fields where the person works, wherever the device is', () => {
  setOwnZone('America/Los_Angeles')
  expect(localNow(new Date('2026-11-22T05:30:00Z'))).toBe('2026-11-21T21:30')
  expect(localInstant('2026-11-21T21:30')).toBe('2026-11-22T05:30:00.000Z')
  expect(localInstant('2026-11-22T05:30:00.000Z')).toBe('2026-11-22T05:30:00.000Z')
})

it('comes back as it was over both changes of the clock, but for the hour that comes twice', () => {
  setOwnZone('America/Toronto')
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }), at => {
      at.setUTCSeconds(0, 0)
      const back = Date.parse(localInstant(localNow(at)))
      const isTwice = at.toISOString().startsWith('2026-11-01T06')
      expect(back).toBe(isTwice ? at.getTime() - 3_600_000 : at.getTime())
    }),
  )
})
