import { describe, expect, it } from 'vitest'
import { changeOf, daysText, durationText, stepLabels, valueText } from './text.ts'

describe('a number of a report', () => {
  it('reads as people say it', () => {
    expect([93, 5 * 3600 + 1200, 52 * 3600, 7200].map(durationText)).toEqual(['1:33', '5 h 20 min', '2 d 4 h', '2 h'])
    expect([valueText(0.034, 'share'), valueText(0.894, 'share'), valueText(null, 'share')]).toEqual([
      '3.4 %',
      '89 %',
      '–',
    ])
    expect([valueText(8.84, 'times'), valueText(69.4, 'times'), valueText(12_340, 'count')]).toEqual([
      '8.8×',
      '69×',
      '12,340',
    ])
  })

  it('is better when there is more of it, less time, or more of a share', () => {
    expect(changeOf(109, 100, { unit: 'count', better: 'more' })).toEqual({ text: '+9 %', isGood: true })
    expect(changeOf(120, 240, { unit: 'seconds', better: 'less' })).toEqual({ text: '2:00 faster', isGood: true })
    expect(changeOf(0.4, 0.46, { unit: 'share', better: 'more' })).toEqual({ text: '−6 points', isGood: false })
    expect(changeOf(5, 0, { unit: 'count', better: 'more' })).toBeNull()
    expect(changeOf(5, 4, { unit: 'money', better: null })).toEqual({ text: '+25 %', isGood: null })
  })
})

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
