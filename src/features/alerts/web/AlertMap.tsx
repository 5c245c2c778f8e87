import type { MapPoint } from '../contract.ts'
import { placedPoints } from '../rules/map.ts'
import classes from './Alerts.module.css'

const WIDTH = 480
const HEIGHT = 180
const quarters = [1, 2, 3]

/** Where the homes of a search are, as dots over a plain sheet: which ones lie together is what it shows. */
export function AlertMap({ points, label }: { points: readonly MapPoint[]; label: string }) {
  const placed = placedPoints(points, WIDTH / HEIGHT)
  return (
    <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {quarters.map(part => (
        <g key={part} className={classes.lines}>
          <line x1={(WIDTH * part) / 4} y1={0} x2={(WIDTH * part) / 4} y2={HEIGHT} />
          <line x1={0} y1={(HEIGHT * part) / 4} x2={WIDTH} y2={(HEIGHT * part) / 4} />
        </g>
      ))}
      {placed.map(({ x, y }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other name, and are drawn anew together
        <circle key={index} className={classes.dot} cx={x * WIDTH} cy={y * HEIGHT} r={4} />
      ))}
    </svg>
  )
}
