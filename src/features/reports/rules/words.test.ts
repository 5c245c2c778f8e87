import { describe, expect, it } from 'vitest'
import { changeOf, durationText, rankChange, valueText } from './words.ts'

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

it('a place among agents went up when its number fell', () => {
  const change = (rank: number | null, rank_before: number | null) => rankChange({ rank, rank_before })
  expect(change(4, 7)).toEqual({ text: '+3', isGood: true })
  expect(change(7, 5)).toEqual({ text: '−2', isGood: false })
  expect([change(2, 2), change(2, null), change(null, 2)]).toEqual(Array(3).fill({ text: '=', isGood: null }))
})
