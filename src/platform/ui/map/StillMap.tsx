import { useElementSize } from '@mantine/hooks'
import { useMemo } from 'react'
import { drawMap, type MapDrawing } from '../../map/drawing.ts'
import type { HomeMapProps, HomePoint, InRegion } from './homes.ts'
import classes from './Map.module.css'

const FIRST_WIDTH = 320

/** A picture of the map: no more than lines, so that a screen may show many. */
export function StillMap({ region, points, label, height, hasArea = false }: InRegion<HomeMapProps>) {
  const { ref, width } = useElementSize()
  const size = Math.round(width) || FIRST_WIDTH
  const drawing = useMemo(
    () => drawMap(region, points, { width: size, height, margin: Math.min(36, height / 4) }),
    [region, points, size, height],
  )
  return (
    <div ref={ref} className={classes.map} style={{ height }}>
      <svg viewBox={`0 0 ${size} ${height}`} width="100%" height={height} role="img" aria-label={label}>
        <Ground drawing={drawing} />
        {hasArea && drawing.area && <path className={classes.area} d={drawing.area} />}
        {points.length <= MAX_LABELS && <Names drawing={drawing} />}
        <Pins points={points} drawing={drawing} />
        {points.length > MAX_LABELS && <Names drawing={drawing} />}
      </svg>
    </div>
  )
}

function Ground({ drawing }: { drawing: MapDrawing }) {
  const { streetWidth } = drawing
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      <path className={classes.park} d={drawing.parks} />
      <path className={classes.river} d={drawing.rivers} strokeWidth={Math.max(1, streetWidth / 2)} />
      <path className={classes.lake} d={drawing.lake} />
      <path className={classes.island} d={drawing.islands} />
      <path className={classes.railway} d={drawing.railways} />
      <path className={classes.street} d={drawing.streets} strokeWidth={streetWidth} />
      <path className={classes.highwayEdge} d={drawing.highways} strokeWidth={streetWidth * 1.5 + 1.6} />
      <path className={classes.highway} d={drawing.highways} strokeWidth={streetWidth * 1.5} />
    </g>
  )
}

function Names({ drawing }: { drawing: MapDrawing }) {
  return drawing.names.map(({ name, x, y, rank, isWater }) => (
    <text key={name} x={x} y={y} className={classes.name} data-rank={rank} data-water={isWater || undefined}>
      {name}
    </text>
  ))
}

/** More pins than this cover each other, and what they stand on: dots say where as well, under the names. */
const MAX_LABELS = 6
const CHARACTER_WIDTH = 6.6

function Pins({ points, drawing }: { points: readonly HomePoint[]; drawing: MapDrawing }) {
  const isCrowded = points.length > MAX_LABELS
  return drawing.dots.map(({ x, y }, index) => {
    const label = isCrowded ? undefined : points[index]?.label
    const half = label ? (label.length * CHARACTER_WIDTH) / 2 + 7 : 0
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pins have no other name, and are drawn anew together
      <g key={index} transform={`translate(${x} ${y})`}>
        {label ? (
          <>
            <path className={classes.pin} d="M-5 -7L0 0L5 -7Z" />
            <rect className={classes.pin} x={-half} y={-27} width={2 * half} height={21} rx={6} />
            <text className={classes.price} y={-12.5}>
              {label}
            </text>
          </>
        ) : (
          <circle className={classes.dot} r={points.length > 40 ? 3 : 4.5} />
        )}
      </g>
    )
  })
}
