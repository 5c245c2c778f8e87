import { describe, expect, it } from 'vitest'
import type { Report } from '../../reports/contract.ts'
import type { BusinessOverview } from '../contract.ts'
import { closedFigure, leadToDealFigure, periodFigure, pipelineFigure } from './figures.ts'
import { yearSentence } from './sentence.ts'

const months = Array.from({ length: 12 }, (_, place) => ({
  month: `2026-${String(place + 1).padStart(2, '0')}-01`,
  closed: 0,
  before: 0,
  expected: place === 11 ? 400_000 : 0,
}))
const overview: BusinessOverview = {
  today: '2026-11-19',
  as_of: '2026-11-19T16:08:00Z',
  months,
  closed: 1_500_000,
  closed_before: 1_200_000,
  goal: { amount: 2_000_000, set_by: null, set_at: '2026-01-01T00:00:00Z' },
  pipeline: { deals: 2, gross: 400_000, volume: 9_800_000, undated: 1 },
  lead_to_deal: { share: 0.034, before: null, months: [] },
}

describe('the figures of the business', () => {
  it('say how they changed, or that there is nothing to compare', () => {
    expect(closedFigure(overview)).toEqual({
      label: 'Closed commission, 2026',
      value: '$1.5M',
      change: { text: '+25 %', isGood: true },
      note: ' on last year’s $1.2M',
    })
    expect(closedFigure({ ...overview, closed_before: 0 }).note).toBe('nothing to compare')
    expect(leadToDealFigure(overview)).toMatchObject({ value: '3.4 %', change: null, note: 'nothing to compare' })
    expect(pipelineFigure(overview)).toMatchObject({ value: '$400K', note: '2 deals, $9.8M' })
  })

  it('of a period are those of the report, under their own name on this page', () => {
    const column = { key: 'unanswered', label: 'Never', unit: 'count', better: 'less' }
    const report = { columns: [column], totals: [24], totals_before: [30] } as unknown as Report
    expect(periodFigure(report, 'unanswered')).toEqual({
      label: 'Without a first contact',
      value: '24',
      change: { text: '−20 %', isGood: true },
      note: ' from 30',
    })
    expect(periodFigure(report, 'new_leads')).toBeNull()
  })
})

it('the year comes to what closed and what is under contract, beside the goal', () => {
  expect(yearSentence(overview)).toBe(
    '$400K is under contract to close in 2026, which makes $1.9M, $100K short of the goal. 1 deal has no closing day ahead and is not in it.',
  )
})
