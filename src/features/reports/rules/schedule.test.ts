import { describe, expect, it } from 'vitest'
import { dueDay, reportedDays, scheduleText } from './schedule.ts'

const ZONE = 'America/Toronto'
const since = new Date('2026-01-01T00:00:00Z')
const mondays = { every: 'week', day: 1, hour: 8, since } as const
const due = (schedule: Parameters<typeof dueDay>[0], now: string) => dueDay(schedule, ZONE, new Date(now))

describe('a scheduled report', () => {
  it('is due at its hour where the brokerage is, before and after the clocks change', () => {
    expect(due(mondays, '2026-10-26T11:59:59Z')).toBeNull()
    expect(due(mondays, '2026-10-26T12:00:00Z')).toBe('2026-10-26')
    expect(due(mondays, '2026-11-02T12:59:59Z')).toBeNull()
    expect(due(mondays, '2026-11-02T13:00:00Z')).toBe('2026-11-02')
  })

  it('is sent late when nobody was there at its hour, and not at all after two days', () => {
    expect(due(mondays, '2026-11-04T20:00:00Z')).toBe('2026-11-02')
    expect(due(mondays, '2026-11-05T13:00:00Z')).toBeNull()
  })

  it('is not due for an hour that had passed when the schedule was made', () => {
    expect(due({ ...mondays, since: new Date('2026-11-02T14:00:00Z') }, '2026-11-02T15:00:00Z')).toBeNull()
  })

  it('comes on the last day of months that are too short', () => {
    const monthly = { every: 'month', day: 31, hour: 0, since } as const
    expect(due(monthly, '2026-02-28T15:00:00Z')).toBe('2026-02-28')
    expect(due(monthly, '2026-03-30T15:00:00Z')).toBeNull()
    expect(due(monthly, '2026-03-31T15:00:00Z')).toBe('2026-03-31')
  })

  it('is about the last whole period of its length, or about the days that were chosen', () => {
    expect(reportedDays('week', '2026-11-02')).toEqual({ from: '2026-10-26', to: '2026-11-01' })
    expect(reportedDays('month', '2026-11-02')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(reportedDays('quarter', '2026-01-01')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
    expect(reportedDays({ from: '2026-01-01', to: '2026-01-31' }, '2026-11-02').to).toBe('2026-01-31')
  })

  it('says when it comes', () => {
    expect(scheduleText(mondays)).toBe('Every Monday at 8:00 AM')
    expect(scheduleText({ every: 'month', day: 31, hour: 17 })).toBe('Every month on the last day at 5:00 PM')
  })
})
