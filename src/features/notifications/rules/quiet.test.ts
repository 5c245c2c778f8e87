import { describe, expect, it } from 'vitest'
import { digestDay, quietUntil } from './quiet.ts'

const zone = 'America/Toronto'
const night = { is_quiet: true, quiet_from: '21:00', quiet_until: '08:00' }
const until = (at: string, hours = night) => quietUntil(hours, zone, new Date(at))?.toISOString() ?? null

describe('quiet hours', () => {
  it('last from the evening to the morning, where the person is', () => {
    expect(until('2026-11-20T01:59:59Z')).toBeNull()
    expect(until('2026-11-20T02:00:00Z')).toBe('2026-11-20T13:00:00.000Z')
    expect(until('2026-11-20T12:59:59Z')).toBe('2026-11-20T13:00:00.000Z')
    expect(until('2026-11-20T13:00:00Z')).toBeNull()
    expect(quietUntil(night, 'America/Vancouver', new Date('2026-11-20T02:00:00Z'))).toBeNull()
  })

  it('may lie within a day, be turned off, or be none', () => {
    const noon = { is_quiet: true, quiet_from: '12:00', quiet_until: '13:30' }
    expect(until('2026-11-20T17:00:00Z', noon)).toBe('2026-11-20T18:30:00.000Z')
    expect(until('2026-11-20T18:30:00Z', noon)).toBeNull()
    expect(until('2026-11-20T03:00:00Z', { ...night, is_quiet: false })).toBeNull()
    expect(until('2026-11-20T03:00:00Z', { ...night, quiet_until: '21:00' })).toBeNull()
  })

  it('end at the same time on the clock in the night in which clocks go forward, and in which they go back', () => {
    // 8 March 2026: 2:00 becomes 3:00. 1 November 2026: 2:00 becomes 1:00.
    expect(until('2026-03-08T03:00:00Z')).toBe('2026-03-08T12:00:00.000Z')
    expect(until('2026-11-01T02:00:00Z')).toBe('2026-11-01T13:00:00.000Z')
  })

  it('that begin or end within the hour that is missing begin or end when it would have been', () => {
    const early = { is_quiet: true, quiet_from: '23:00', quiet_until: '02:30' }
    expect(until('2026-03-08T06:59:00Z', early)).toBe('2026-03-08T07:30:00.000Z')
    expect(until('2026-03-08T07:30:00Z', early)).toBeNull()
  })

  it('have no gap in the hour that comes twice', () => {
    const late = { is_quiet: true, quiet_from: '01:30', quiet_until: '06:00' }
    const minutes = Array.from({ length: 60 }, (_, minute) => new Date(Date.UTC(2026, 10, 1, 5, 30 + minute)))
    expect(minutes.every(at => quietUntil(late, zone, at) !== null)).toBe(true)
  })
})

describe('the daily e-mail', () => {
  it('is due for two hours from its time on, once for each day where the person is', () => {
    const day = (at: string) => digestDay('08:00', zone, new Date(at))
    expect(day('2026-11-20T12:59:59Z')).toBeNull()
    expect(day('2026-11-20T13:00:00Z')).toBe('2026-11-20')
    expect(day('2026-11-20T14:59:59Z')).toBe('2026-11-20')
    expect(day('2026-11-20T15:00:00Z')).toBeNull()
    expect(digestDay(null, zone, new Date('2026-11-20T13:00:00Z'))).toBeNull()
  })

  it('of an early hour belongs to the day that has begun there', () => {
    expect(digestDay('00:15', 'America/Vancouver', new Date('2026-11-20T08:20:00Z'))).toBe('2026-11-20')
  })
})
