import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Condition, Ladders, Rung } from '../contract/ladders.ts'
import { changeSentences, changesBetween } from './changes.ts'
import {
  addRung,
  byHand,
  changeRung,
  circleOf,
  climbOf,
  inOrder,
  linked,
  moveRung,
  placeOf,
  removeRung,
} from './ladder.ts'
import { warningsOf } from './warnings.ts'

const conversion = (more: Partial<Condition> = {}): Condition => ({
  ...byHand,
  criteria: 'conversion',
  comparisonType: 'greater',
  conversion: 1.5,
  duration: { type: 'month', count: 3 },
  ...more,
})
const rung = (id: number, more: Partial<Rung> = {}): Rung => ({
  id,
  daily: id,
  weekly: id * 3,
  next: null,
  previous: null,
  next_conditions: [conversion()],
  ...more,
})
const four = (): Rung[] => linked([rung(1), rung(2), rung(3), rung(4, { next_conditions: [] })])
const ids = (rungs: readonly Rung[]) => inOrder(rungs).map(({ id }) => id)
const ladders = (buyer: Rung[]): Ladders => ({ buyer, rental: [] })

describe('a ladder', () => {
  it('is climbed from the rung that no other leads to', () => {
    expect(ids(four().toReversed())).toEqual([1, 2, 3, 4])
    expect(placeOf(four(), 3)).toBe(3)
    expect(placeOf(four(), 9)).toBeNull()
    expect(climbOf([]).chain).toEqual([])
  })

  it('leaves out rungs that nothing leads to', () => {
    const rungs = [...four(), rung(9)]
    expect(climbOf(rungs).stray.map(({ id }) => id)).toEqual([9])
    expect(ids(rungs)).toEqual([1, 2, 3, 4, 9])
  })

  it('finds circles, up and down', () => {
    expect(circleOf(four())).toEqual([])
    expect(circleOf(four().map(one => (one.id === 4 ? { ...one, next: 2 } : one))).toSorted()).toEqual([2, 3, 4])
    expect(circleOf([rung(1, { previous: 1 })])).toEqual([1])
  })

  it('closes when a rung is taken out', () => {
    const rungs = removeRung(four(), 2)
    expect(rungs).toMatchObject([
      { id: 1, next: 3, previous: null },
      { id: 3, next: 4, previous: 1 },
      { id: 4, next: null, previous: 3 },
    ])
  })

  it('gets new rungs on top, to which only an administrator lifts agents until there is a condition', () => {
    const rungs = addRung(addRung(four()))
    expect(ids(rungs)).toEqual([1, 2, 3, 4, -1, -2])
    expect(rungs.find(({ id }) => id === 4)).toMatchObject({ next: -1, next_conditions: [byHand] })
    expect(rungs.find(({ id }) => id === -1)).toMatchObject({ daily: 4, weekly: 12, previous: 4 })
    expect(addRung([])).toMatchObject([{ id: -1, daily: 1, weekly: 3 }])
  })

  it('stays one row of the same rungs, whatever is moved, added and removed', () => {
    const step = fc.record({
      what: fc.constantFrom('move', 'add', 'remove'),
      at: fc.nat(9),
      by: fc.integer({ min: -4, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        let rungs = four()
        for (const { what, at, by } of steps) {
          const target = rungs[at % Math.max(1, rungs.length)]?.id ?? 0
          const count = rungs.length
          rungs =
            what === 'add' ? addRung(rungs) : what === 'move' ? moveRung(rungs, target, by) : removeRung(rungs, target)
          expect(rungs.length).toBe(what === 'add' ? count + 1 : what === 'move' ? count : Math.max(0, count - 1))
          expect(climbOf(rungs).stray).toEqual([])
          expect(circleOf(rungs)).toEqual([])
        }
      }),
    )
  })
})

describe('warnings', () => {
  it('say nothing about a sound ladder', () => {
    expect(warningsOf(four())).toEqual([])
  })

  it('name the gap that an upper bound leaves, how many agents are in it, and close it', () => {
    const between = conversion({ comparisonType: 'between', conversion: null, conversion0: 1, conversion1: 1.8 })
    const rungs = changeRung(four(), 2, { next_conditions: [between] })
    const [gap] = warningsOf(rungs, () => 4)
    expect(gap).toMatchObject({
      kind: 'gap',
      rung_id: 2,
      sentence: 'Gap: 4 agents convert more than 1.8 % and stay on rung 2.',
      action: { label: 'Use greater than 1 %' },
    })
    expect(warningsOf(rungs, () => 1)[0]?.sentence).toBe('Gap: 1 agent converts more than 1.8 % and stays on rung 2.')
    expect(warningsOf(rungs)[0]?.sentence).toBe('Gap: agents who convert more than 1.8 % stay on rung 2.')
    const mended = gap?.action?.mend(rungs) ?? []
    expect(warningsOf(mended)).toEqual([])
    expect(mended.find(({ id }) => id === 2)?.next_conditions).toMatchObject([
      { comparisonType: 'greater', conversion: 1 },
    ])
  })

  it('know that a short time to answer is the better one', () => {
    const answer = (more: Partial<Condition>) => conversion({ criteria: 'response_time', ...more })
    const with2 = (condition: Condition) => warningsOf(changeRung(four(), 2, { next_conditions: [condition] }))
    expect(with2(answer({ comparisonType: 'less', conversion: 10 }))).toEqual([])
    expect(with2(answer({ comparisonType: 'greater', conversion: 10 }))).toMatchObject([{ kind: 'gap' }])
    expect(with2(answer({ comparisonType: 'between', conversion0: 2, conversion1: 10 }))).toMatchObject([
      { kind: 'gap', sentence: 'Gap: agents who answer in less than 2 min stay on rung 2.' },
    ])
  })

  it('find a rung that nobody can reach, and one that nothing leads to', () => {
    const both = [conversion({ conversion: 3 }), conversion({ comparisonType: 'less', conversion: 2 })]
    expect(warningsOf(changeRung(four(), 3, { next_conditions: both }))).toMatchObject([
      { kind: 'unreachable', rung_id: 3 },
    ])
    const over = warningsOf(changeRung(four(), 1, { next_conditions: [conversion({ conversion: 100 })] }))
    expect(over).toMatchObject([
      { kind: 'unreachable', sentence: 'Rung 2 cannot be reached: no agent can have conversion greater than 100 %.' },
    ])
    const stray = warningsOf([...four(), rung(9)])
    expect(stray).toMatchObject([{ kind: 'unreachable', rung_id: 9, action: { label: 'Put it on top' } }])
    expect(ids(stray[0]?.action?.mend([...four(), rung(9)]) ?? [])).toEqual([1, 2, 3, 4, 9])
  })

  it('find a circle and put its rungs in a row', () => {
    const rungs = four().map(one => (one.id === 4 ? { ...one, next: 2 } : one))
    const circle = warningsOf(rungs).find(({ kind }) => kind === 'circle')
    expect(circleOf(circle?.action?.mend(rungs) ?? rungs)).toEqual([])
  })

  it('find a day that allows more than the week, and a step that takes nothing', () => {
    const rungs = changeRung(changeRung(four(), 2, { daily: 9 }), 3, { next_conditions: [] })
    expect(warningsOf(rungs)).toMatchObject([
      { kind: 'limits', sentence: '9 a day is more than 6 a week.', action: { label: 'Use 6 a day' } },
      { kind: 'open', rung_id: 3 },
    ])
  })
})

describe('the changes of a draft', () => {
  it('are each difference to the ladders in force', () => {
    const draft = changeRung(changeRung(four(), 4, { weekly: 14 }), 2, {
      next_conditions: [conversion({ comparisonType: 'between', conversion: null, conversion0: 1, conversion1: 1.8 })],
    })
    expect(changeSentences(ladders(four()), ladders(draft))).toEqual([
      'Buyer, rung 2 to 3: conversion greater than 1.5 % over 3 months becomes conversion between 1 % and 1.8 % over 3 months',
      'Buyer, rung 4: 12 a week becomes 14',
    ])
  })

  it('are none where the ladders are the same', () => {
    expect(changesBetween(ladders(four()), ladders(four().toReversed()))).toEqual([])
  })

  it('are gone once each was taken back, in any order', () => {
    const step = fc.record({
      what: fc.constantFrom('move', 'add', 'remove', 'limit'),
      at: fc.nat(9),
      by: fc.integer({ min: -3, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.nat(20), (steps, pick) => {
        let rungs = four()
        for (const { what, at, by } of steps) {
          const target = rungs[at % Math.max(1, rungs.length)]?.id ?? 0
          if (what === 'add') rungs = addRung(rungs)
          if (what === 'move') rungs = moveRung(rungs, target, by)
          if (what === 'remove') rungs = removeRung(rungs, target)
          if (what === 'limit') rungs = changeRung(rungs, target, { weekly: at })
        }
        let draft = ladders(rungs)
        for (let left = 40; left > 0; left -= 1) {
          const changes = changesBetween(ladders(four()), draft)
          const change = changes[pick % Math.max(1, changes.length)]
          if (!change) break
          draft = change.takeBack(draft)
        }
        expect(changesBetween(ladders(four()), draft)).toEqual([])
      }),
    )
  })
})
