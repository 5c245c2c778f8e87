import { shortMoneyIn } from '../../../platform/wire/amounts.ts'
import { region } from '../../../product/region/region.ts'
import type { BusinessOverview } from '../contract.ts'
import { projected } from './year.ts'

const short = (dollars: number): string => shortMoneyIn(region, dollars)

/** What the year comes to, in a sentence. */
export function yearSentence({ pipeline, goal, ...overview }: BusinessOverview): string {
  const year = overview.today.slice(0, 4)
  const end = projected(overview)
  const coming = end - overview.closed
  const parts = [
    coming > 0
      ? `${short(coming)} is under contract to close in ${year}, which makes ${short(end)}`
      : `Nothing more is under contract to close in ${year}`,
    goal && coming > 0 && comparedWith(end, goal.amount),
  ].filter(Boolean)
  const open =
    pipeline.undated > 0
      ? ` ${pipeline.undated} ${pipeline.undated === 1 ? 'deal has' : 'deals have'} no closing day ahead and ${pipeline.undated === 1 ? 'is' : 'are'} not in it.`
      : ''
  return `${parts.join(', ')}.${open}`
}

const comparedWith = (end: number, goal: number): string =>
  end >= goal ? `${short(end - goal)} above the goal` : `${short(goal - end)} short of the goal`
