import classes from './Trend.module.css'

interface TrendProps {
  points: readonly number[]
  /** What it shows, for people who cannot see it. */
  label: string
  /** Lower is better: a rank. */
  isInverted?: boolean
}

const WIDTH = 92
const HEIGHT = 36

/** How a figure went, as a line over its area; nothing for a figure that did not change. */
export function Trend({ points, label, isInverted = false }: TrendProps) {
  const values = isInverted ? points.map(point => -point) : points
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const spread = high - low
  if (values.length < 2 || spread === 0) return null
  const places = values.map((value, at): [number, number] => [
    2 + (at * (WIDTH - 5)) / (values.length - 1),
    3 + (HEIGHT - 6) * (1 - (value - low) / spread),
  ])
  const line = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const [lastX, lastY] = places.at(-1) ?? [0, 0]
  return (
    <svg
      className={classes.trend}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <polygon points={`2,${HEIGHT} ${line} ${WIDTH - 3},${HEIGHT}`} />
      <polyline points={line} />
      <circle cx={lastX} cy={lastY} r={2.4} />
    </svg>
  )
}
