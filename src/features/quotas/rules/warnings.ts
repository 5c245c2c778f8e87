import type { Condition, Rung } from '../contract/ladders.ts'
import { comparisonText, completed, criterionLabel, figureText, thresholdOf, withThreshold } from './conditions.ts'
import { changeRung, circleOf, climbOf, inOrder, linked, placeOf } from './ladder.ts'

/** Something about a ladder that an administrator should know, with one way to mend it. */
export interface Warning {
  kind: 'gap' | 'unreachable' | 'circle' | 'limits' | 'open'
  /** Beside which rung it stands. */
  rung_id: number
  sentence: string
  /** What the button says, and what the ladder becomes. */
  action: { label: string; mend(rungs: readonly Rung[]): Rung[] } | null
}

/** How many agents of a rung lie beyond the upper bound of one of its conditions. */
export type Beyond = (rungId: number) => number

/** All warnings about a ladder, from the lowest rung up. Only a circle keeps it from being published. */
export function warningsOf(rungs: readonly Rung[], beyond: Beyond = () => 0): Warning[] {
  const circle = circleOf(rungs)
  const { stray } = climbOf(rungs)
  return inOrder(rungs).flatMap(rung => [
    ...circleWarning(rung, circle),
    ...strayWarning(rung, circle.length === 0 ? stray : []),
    ...limitWarning(rung),
    ...(rung.next === null ? [] : conditionWarnings(rungs, rung, beyond)),
  ])
}

function circleWarning({ id }: Rung, circle: readonly number[]): Warning[] {
  if (circle[0] !== id) return []
  return [
    {
      kind: 'circle',
      rung_id: id,
      sentence: 'These rungs lead in a circle. It cannot be published.',
      action: { label: 'Put them in a row', mend: order => linked(inOrder(order)) },
    },
  ]
}

function strayWarning(rung: Rung, stray: readonly Rung[]): Warning[] {
  if (!stray.includes(rung)) return []
  return [
    {
      kind: 'unreachable',
      rung_id: rung.id,
      sentence: 'No rung leads here, so no agent gets here.',
      action: { label: 'Put it on top', mend: order => linked(inOrder(order)) },
    },
  ]
}

function limitWarning({ id, daily, weekly }: Rung): Warning[] {
  if (daily <= weekly) return []
  return [
    {
      kind: 'limits',
      rung_id: id,
      sentence: `${daily} a day is more than ${weekly} a week.`,
      action: { label: `Use ${weekly} a day`, mend: rungs => changeRung(rungs, id, { daily: weekly }) },
    },
  ]
}

function conditionWarnings(rungs: readonly Rung[], rung: Rung, beyond: Beyond): Warning[] {
  const { id, next_conditions: conditions } = rung
  if (conditions.length === 0)
    return [
      { kind: 'open', rung_id: id, sentence: 'Without a condition, every agent climbs the next night.', action: null },
    ]
  const impossible = conditions.find((one, index) =>
    conditions.some((other, at) => at > index && !areJoint(one, other)),
  )
  const nobody = impossible ?? conditions.find(condition => !isPossible(condition))
  if (nobody) {
    const next = placeOf(rungs, rung.next)
    return [
      {
        kind: 'unreachable',
        rung_id: id,
        sentence: `Rung ${next} cannot be reached: no agent can have ${askedOf(nobody)}${impossible ? ' and meet the other conditions' : ''}.`,
        action: {
          label: 'Remove this condition',
          mend: all => changeRung(all, id, { next_conditions: conditions.filter(condition => condition !== nobody) }),
        },
      },
    ]
  }
  return conditions.flatMap((condition, index) => gapOf(rung, condition, index, { place: placeOf(rungs, id), beyond }))
}

const askedOf = (condition: Condition): string =>
  `${criterionLabel[condition.criteria].toLowerCase()} ${comparisonText(condition)}`

/** Whether a bound shuts out those who do better: most conversion and rentals, least time to answer. */
function gapOf(
  { id, next_conditions }: Rung,
  condition: Condition,
  index: number,
  { place, beyond }: { place: number | null; beyond: Beyond },
): Warning[] {
  const bound = betterBound(condition)
  if (bound === null) return []
  const does = beyondText(condition.criteria, figureText(condition.criteria, bound))
  const agents = beyond(id)
  const sentences = [
    `Gap: agents who ${does} stay on rung ${place}.`,
    `Gap: 1 agent ${does.replace(/^\w+/, verb => `${verb}s`)} and stays on rung ${place}.`,
    `Gap: ${agents} agents ${does} and stay on rung ${place}.`,
  ]
  const open = openEnded(condition)
  return [
    {
      kind: 'gap',
      rung_id: id,
      sentence: sentences[Math.min(agents, 2)] ?? '',
      action: {
        label: `Use ${comparisonText(open)}`,
        mend: rungs => changeRung(rungs, id, { next_conditions: next_conditions.with(index, open) }),
      },
    },
  ]
}

/** What agents do who are beyond a bound. */
function beyondText(criterion: Condition['criteria'], bound: string): string {
  if (criterion === 'conversion') return `convert more than ${bound}`
  return criterion === 'rentals' ? `close more than ${bound} rentals` : `answer in less than ${bound}`
}

/** The bound beyond which agents do better than a condition asks and fail it all the same; `null` when there is none. */
export function betterBound(condition: Condition): number | null {
  const { criteria, comparisonType, conversion0, conversion1 } = condition
  if (criteria === 'manual') return null
  const lessIsBetter = criteria === 'response_time'
  if (comparisonType === 'between') return lessIsBetter ? conversion0 || null : conversion1
  return comparisonType === (lessIsBetter ? 'greater' : 'less') ? thresholdOf(condition) : null
}

/** The same condition without the bound that shuts out those who do better. */
function openEnded(condition: Condition): Condition {
  const comparisonType = condition.criteria === 'response_time' ? 'less' : 'greater'
  const { conversion0, conversion1 } = condition
  const asked = condition.criteria === 'response_time' ? conversion1 : conversion0
  const value = condition.comparisonType === 'between' ? (asked ?? 0) : (thresholdOf(condition) ?? 0)
  return withThreshold({ ...condition, comparisonType, conversion0: null, conversion1: null }, value)
}

/** The figures that meet a condition. */
function rangeOf(condition: Condition): { from: number; to: number; isOpen: boolean } {
  const most = condition.criteria === 'conversion' ? 100 : Number.POSITIVE_INFINITY
  const { comparisonType, conversion0, conversion1 } = completed(condition)
  if (comparisonType === 'between')
    return { from: conversion0 ?? 0, to: Math.min(most, conversion1 ?? 0), isOpen: false }
  const threshold = thresholdOf(condition) ?? 0
  return comparisonType === 'less'
    ? { from: 0, to: threshold, isOpen: true }
    : { from: threshold, to: most, isOpen: true }
}

function isPossible(condition: Condition): boolean {
  if (condition.criteria === 'manual') return true
  const { from, to, isOpen } = rangeOf(condition)
  return isOpen ? from < to : from <= to
}

/** Whether one figure can meet both; conditions of different things, or over different times, do not bear on each other. */
function areJoint(one: Condition, other: Condition): boolean {
  if (one.criteria === 'manual' || one.criteria !== other.criteria) return true
  if (one.duration?.type !== other.duration?.type || one.duration?.count !== other.duration?.count) return true
  const [first, second] = [rangeOf(one), rangeOf(other)]
  const from = Math.max(first.from, second.from)
  const to = Math.min(first.to, second.to)
  return from < to || (from === to && !first.isOpen && !second.isOpen)
}
