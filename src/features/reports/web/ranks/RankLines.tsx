import classes from './Ranks.module.css'
import { RANKED_ROW as ROW } from './rowHeight.ts'

interface RankLinesProps {
  /** Of each row, the place it had, week by week; the last is its own. */
  places: readonly (readonly number[])[]
  /** The row of the person who looks, and the one that rose the most; −1 for none. */
  own: number
  riser: number
}

const [WIDTH, START, END] = [192, 28, 178]

/** What stands out lies over the others. */
const weight = { plain: 0, riser: 1, own: 2 } as const
type Kind = keyof typeof weight

/** How the rows came to their places: a line for each. A picture only; what changed stands beside each rank. */
export function RankLines({ places, own, riser }: RankLinesProps) {
  const height = places.length * ROW
  const kindOf = (row: number): Kind => (row === own ? 'own' : row === riser ? 'riser' : 'plain')
  const lines = places.map((line, row) => ({ line, row, kind: kindOf(row) }))
  const drawn = lines.toSorted((one, other) => weight[one.kind] - weight[other.kind])
  return (
    <svg className={classes.picture} width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden>
      {own >= 0 && <rect y={own * ROW} width={WIDTH} height={ROW} />}
      {drawn.map(({ line, row, kind }) => (
        <g key={row} data-line={kind}>
          <path d={pathOf(line)} />
          <circle cx={START} cy={middleOf(line[0] ?? 0)} r={2.5} />
        </g>
      ))}
    </svg>
  )
}

const middleOf = (place: number): number => place * ROW + ROW / 2

/** Level through each week, over to the next place between two. */
function pathOf(places: readonly number[]): string {
  const step = (END - START) / Math.max(1, places.length - 1)
  const parts = [`M${START} ${middleOf(places[0] ?? 0)}`]
  for (const [week, place] of places.entries()) {
    if (week === 0) continue
    const [from, to] = [START + (week - 1) * step, START + week * step]
    const [before, now] = [middleOf(places[week - 1] ?? place), middleOf(place)]
    const turn = (from + to) / 2
    parts.push(before === now ? `H${to}` : `C${turn} ${before} ${turn} ${now} ${to} ${now}`)
  }
  return `${parts.join('')}H${WIDTH}`
}
