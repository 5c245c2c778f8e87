import { describe, expect, it } from 'vitest'
import { daysText, stepLabels } from './text.ts'

describe('the days of a report', () => {
  it('are named as short as they can be', () => {
    expect(daysText({ from: '2026-11-01', to: '2026-11-19' }, '2026-11-19')).toBe('Nov 1 to 19')
    expect(daysText({ from: '2026-10-20', to: '2026-11-01' }, '2026-11-19')).toBe('Oct 20 to Nov 1')
    expect(daysText({ from: '2025-12-01', to: '2026-01-03' }, '2026-11-19')).toBe('Dec 1, 2025 to Jan 3, 2026')
    expect(daysText({ from: '2025-01-01', to: '2025-11-19' }, '2026-11-19')).toBe('Jan 1 to Nov 19, 2025')
    expect(stepLabels(['2026-10-31', '2026-11-01', '2026-11-02'], 'day')).toEqual(['Oct 31', 'Nov 1', '2'])
    expect(stepLabels(['2025-12-15', '2026-01-01', '2026-02-01'], 'month')).toEqual(['Dec 2025', 'Jan 2026', 'Feb'])
  })
})
