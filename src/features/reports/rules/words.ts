import { countIn, moneyIn, shortMoneyIn } from '../../../platform/wire/amounts.ts'
import { countdown } from '../../../platform/wire/clock.ts'
import { region } from '../../../product/region/region.ts'
import type { Unit } from './metrics.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
const MILLION = 1_000_000

/** "1:33" under an hour, then "5 h 20 min", "2 d 4 h". */
export function durationText(seconds: number): string {
  if (seconds < HOUR) return countdown(seconds)
  const [large, small, names] =
    seconds < DAY
      ? [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / 60), ['h', 'min']]
      : [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), ['d', 'h']]
  return small === 0 ? `${large} ${names[0]}` : `${large} ${names[0]} ${small} ${names[1]}`
}

/** A share in percent, with a decimal where it is small. */
const percent = (share: number): string => {
  const value = share * 100
  return `${value > 0 && value < 10 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} %`
}

/** A number of a report as people read it; "–" where there is nothing to say. */
export function valueText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  switch (unit) {
    case 'count':
      return countIn(region, value)
    case 'money':
      return Math.abs(value) >= MILLION ? shortMoneyIn(region, value) : moneyIn(region, Math.round(value))
    case 'seconds':
      return durationText(value)
    case 'share':
      return percent(value)
    case 'times':
      return `${value < 10 ? value.toFixed(1) : Math.round(value)}×`
  }
}

/** How a number changed: in words, and whether that is good; `null` where there is nothing to compare. */
export interface ChangeText {
  text: string
  isGood: boolean | null
}

/** Below so many a percentage says less than the difference: +3,000 % of 1. */
const FEW = 20

const sign = (change: number): string => (change < 0 ? '−' : '+')

/** How a number changed on the period before: a share by points, a time by how much faster, few things by their number, all others by percent. */
export function changeOf(
  now: number | null,
  before: number | null,
  { unit, better }: { unit: Unit; better: 'more' | 'less' | null },
): ChangeText | null {
  if (now === null || before === null) return null
  const change = now - before
  const isGood = better === null || change === 0 ? null : change > 0 === (better === 'more')
  if (unit === 'seconds') {
    if (change === 0) return { text: 'as fast', isGood }
    return { text: `${durationText(Math.abs(change))} ${change < 0 ? 'faster' : 'slower'}`, isGood }
  }
  if (unit === 'share') {
    const points = Math.round(change * 1000) / 10
    return { text: `${sign(points)}${Math.abs(points)} points`, isGood: points === 0 ? null : isGood }
  }
  if (before === 0) return null
  if (unit === 'count' && before < FEW) return { text: `${sign(change)}${countIn(region, Math.abs(change))}`, isGood }
  const share = Math.round((change / before) * 100)
  return { text: `${sign(share)}${countIn(region, Math.abs(share))} %`, isGood: share === 0 ? null : isGood }
}

/** How a place changed: fewer is further up; "=" where it did not, or there was none. */
export function rankChange({ rank, rank_before }: { rank: number | null; rank_before: number | null }): ChangeText {
  const up = rank === null || rank_before === null ? 0 : rank_before - rank
  return up === 0 ? { text: '=', isGood: null } : { text: `${sign(up)}${Math.abs(up)}`, isGood: up > 0 }
}
