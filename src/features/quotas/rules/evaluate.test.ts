import { describe, expect, it } from 'vitest'
import type { Condition } from '../contract/ladders.ts'
import { completed, conditionText, problemOf, progressOf, standingOf } from './conditions.ts'
import { endOfPeriod, evaluate, type Measure, measuresOf } from './evaluate.ts'
import { byHand, linked } from './ladder.ts'

const conversion: Condition = {
  ...byHand,
  criteria: 'conversion',
  comparisonType: 'greater',
  conversion: 2,
  duration: { type: 'month', count: 3 },
}
const answers: Condition = {
  ...conversion,
  criteria: 'response_time',
  comparisonType: 'less',
  conversion: 10,
  duration: { type: 'week', count: 2 },
}
const rentals: Condition = {
  ...conversion,
  criteria: 'rentals',
  conversion: null,
  rentalCount: 2,
  duration: { type: 'month', count: 1 },
}

const rung = (id: number, next_conditions: Condition[]) => ({
  id,
  daily: 1,
  weekly: 5,
  next: null,
  previous: null,
  next_conditions,
})
const rungs = linked([rung(1, [answers]), rung(2, [conversion, answers]), rung(3, [])])
const night = (
  rule_id: number,
  figures: Partial<Record<Measure['criteria'], number>>,
  more: { failing_since?: string; day?: string } = {},
) =>
  evaluate(
    { rule_id, failing_since: more.failing_since ?? null },
    { rungs, figureOf: ({ criteria }) => figures[criteria] ?? null, day: more.day ?? '2026-11-19' },
  )

describe('a condition', () => {
  it('is met strictly above or below its value, and between its bounds with them', () => {
    expect([1.9, 2, 2.1].map(figure => standingOf(conversion, figure))).toEqual(['fails', 'fails', 'holds'])
    expect([9, 10, 11].map(figure => standingOf(answers, figure))).toEqual(['holds', 'fails', 'fails'])
    expect([2, 3].map(figure => standingOf(rentals, figure))).toEqual(['fails', 'holds'])
    const between: Condition = { ...rentals, comparisonType: 'between', conversion0: 1, conversion1: 3 }
    expect([0, 1, 3, 4].map(figure => standingOf(between, figure))).toEqual(['fails', 'holds', 'holds', 'fails'])
  })

  it('is neither met nor failed where there was nothing to measure, or where an administrator decides', () => {
    expect(standingOf(conversion, null)).toBe('unknown')
    expect(standingOf(byHand, 5)).toBe('unknown')
  })

  it('needs what its criterion compares to', () => {
    expect(problemOf(byHand)).toBeNull()
    for (const condition of [conversion, answers, rentals]) expect(problemOf(condition)).toBeNull()
    expect(problemOf({ ...conversion, conversion: null })).toBe('A condition of conversion needs a conversion.')
    expect(problemOf({ ...rentals, rentalCount: null })).toBe('A condition of rentals needs a rentalCount.')
    expect(problemOf({ ...conversion, duration: null })).toBe('A condition of conversion needs a duration.')
    expect(problemOf({ ...conversion, comparisonType: 'between' })).toBe('Between needs conversion0 and conversion1.')
    expect(problemOf({ ...conversion, comparisonType: 'between', conversion0: 3, conversion1: 1 })).toBe(
      'conversion0 must be below conversion1.',
    )
    expect(problemOf({ ...conversion, duration: { type: 'month', count: 13 } })).toBe(
      'The duration must be at most a year.',
    )
  })

  it('compares in the usual way when it does not say how', () => {
    expect(completed({ ...rentals, comparisonType: null })).toEqual(rentals)
    expect(completed({ ...answers, comparisonType: null })).toEqual(answers)
  })

  it('reads as words', () => {
    expect([conversion, answers, rentals, byHand].map(conditionText)).toEqual([
      'conversion greater than 2 % over 3 months',
      'response time less than 10 min over 2 weeks',
      'rentals greater than 2 over 1 month',
      'by hand',
    ])
  })

  it('shows how far along somebody is', () => {
    expect(progressOf(conversion, 1)).toBe(0.5)
    expect(progressOf(conversion, 3)).toBe(1)
    expect(progressOf(answers, 20)).toBe(0.5)
    expect(progressOf(conversion, null)).toBe(0)
    expect(progressOf(conversion, 2)).toBeLessThan(1)
  })
})

describe('a night', () => {
  it('lifts an agent for whom all conditions hold, by one rung', () => {
    expect(night(2, { conversion: 3.2, response_time: 4.2 })).toEqual({
      rule_id: 3,
      failing_since: null,
      move: 'climbs',
      reason: 'conversion 3.2 %, answers took 4.2 min',
    })
    expect(night(1, { conversion: 3.2, response_time: 4 })).toMatchObject({ rule_id: 2, move: 'climbs' })
  })

  it('leaves an agent who fails one of them', () => {
    expect(night(2, { conversion: 3.2, response_time: 22 })).toMatchObject({
      rule_id: 2,
      move: 'stays',
      failing_since: '2026-11-19',
    })
  })

  it('takes an agent back who has failed for a full period, the longest of the conditions', () => {
    const since = { failing_since: '2026-08-19' }
    const figures = { conversion: 3.2, response_time: 22 }
    expect(night(2, figures, { ...since, day: '2026-11-18' })).toMatchObject({
      move: 'stays',
      failing_since: '2026-08-19',
    })
    expect(night(2, figures, { ...since, day: '2026-11-19' })).toEqual({
      rule_id: 1,
      failing_since: null,
      move: 'steps back',
      reason: 'answers took 22 min',
    })
  })

  it('begins the period anew once the conditions held or could not be measured', () => {
    expect(night(1, {}, { failing_since: '2026-01-01' })).toMatchObject({ move: 'stays', failing_since: null })
  })

  it('leaves the lowest rung and those above which nothing is, whatever was measured', () => {
    expect(night(1, { response_time: 22 }, { failing_since: '2020-01-01' })).toMatchObject({
      rule_id: 1,
      move: 'stays',
    })
    expect(night(3, { conversion: 9, response_time: 1 })).toMatchObject({ rule_id: 3, move: 'stays' })
  })

  it('never lifts an agent past a condition that an administrator decides', () => {
    const ladder = linked([rung(1, [byHand]), rung(2, [])])
    const stands = evaluate(
      { rule_id: 1, failing_since: null },
      { rungs: ladder, figureOf: () => 5, day: '2026-11-19' },
    )
    expect(stands).toMatchObject({ rule_id: 1, move: 'stays', failing_since: null })
  })

  it('measures each figure once', () => {
    expect(measuresOf(rungs)).toHaveLength(2)
  })

  it('counts months by the calendar', () => {
    expect(endOfPeriod('2026-11-30', [conversion])).toBe('2027-02-28')
    expect(endOfPeriod('2026-11-30', [answers])).toBe('2026-12-14')
    expect(endOfPeriod('2026-11-30', [])).toBe('2026-11-30')
  })
})
