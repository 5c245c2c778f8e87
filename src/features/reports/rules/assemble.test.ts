import { describe, expect, it } from 'vitest'
import { funnelNumbers, inOrder, ranksOf, valuesOf } from './assemble.ts'
import { type Metric, type MetricName, metrics } from './metrics.ts'
import { numbersOfBusiness, reportNames, reports } from './reports.ts'

const numbers = (found: Partial<Record<MetricName, number>>) => new Map(Object.entries(found) as [MetricName, number][])

describe('the numbers of a report', () => {
  it('are defined once each, and every one of them is shown by a report or part of another', () => {
    const shown = [...reportNames.flatMap(name => reports[name].columns), ...numbersOfBusiness]
    const parts = Object.values<Metric>(metrics).flatMap(({ ratio }) => (ratio ? [ratio.part, ratio.whole] : []))
    expect(Object.keys(metrics).filter(name => ![...shown, ...parts].includes(name as MetricName))).toEqual([])
  })

  it('are nothing, rather than zero, where there is nothing to divide by', () => {
    expect(valuesOf(['new_leads', 'fast_share', 'response_median'], undefined)).toEqual([0, null, null])
    expect(valuesOf(['fast_share'], numbers({ fast: 1, new_leads: 4 }))).toEqual([0.25])
    expect(valuesOf(['return', 'cost_per_lead'], numbers({ gross: 900, new_leads: 3 }))).toEqual([null, null])
  })

  it('rank agents alike who did alike, and leave the next place out', () => {
    const ranks = ranksOf(
      new Map([
        ['1', numbers({ commission: 10 })],
        ['2', numbers({ commission: 20 })],
        ['3', numbers({ commission: 20 })],
        ['4', numbers({ commission: 10, calls: 5 })],
      ]),
    )
    expect(Object.fromEntries(ranks)).toEqual({ 2: 1, 3: 1, 4: 3, 1: 4 })
  })

  it('say of each step of a funnel what share came over from the step before', () => {
    const rows = funnelNumbers(
      new Map([...Object.entries({ 1: 200, 3: 100, 5: 50 })].map(([key, reached]) => [key, numbers({ reached })])),
    )
    expect(rows.get('3')?.get('of_step')).toBe(0.5)
    expect([rows.get('5')?.get('of_step'), rows.get('5')?.get('of_all')]).toEqual([0.5, 0.25])
    expect([rows.get('1')?.get('of_step'), rows.get('9')?.get('of_step')]).toEqual([null, null])
  })

  it('stand in order of the column that matters, then by name', () => {
    const rows = [
      { label: 'Zoe', values: [1] },
      { label: 'Ann', values: [1] },
      { label: 'Kai', values: [2] },
    ]
    expect(inOrder(rows, ['calls'], ['calls']).map(row => row.label)).toEqual(['Kai', 'Ann', 'Zoe'])
  })
})
