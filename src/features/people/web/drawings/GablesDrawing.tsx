import shared from './Drawing.module.css'
import own from './GablesDrawing.module.css'
import { type Box, byClass, noise, pathOf } from './shapes.ts'

const classes: Readonly<Record<string, string>> = { ...shared, ...own }

interface House {
  x: number
  width: number
  /** Where the wall ends; of a flat house, its roof. */
  eave: number
  /** Height of the gable; 0 for a flat roof. */
  gable?: number
  chimney?: boolean
}

const SKYLINE: readonly Box[] = [
  [120, 430, 31, 200],
  [169, 376, 37, 260],
  [206, 322, 46, 300],
  [303, 380, 30, 240],
  [345, 327, 38, 300],
  [388, 384, 46, 240],
  [444, 331, 31, 300],
  [491, 388, 38, 240],
  [647, 335, 46, 300],
  [697, 392, 30, 240],
]
const BACK: readonly House[] = [
  { x: -34, width: 100, eave: 543, gable: 42 },
  { x: 80, width: 70, eave: 528 },
  { x: 150, width: 112, eave: 503 },
  { x: 276, width: 108, eave: 525, gable: 47 },
  { x: 392, width: 88, eave: 540, gable: 40 },
  { x: 488, width: 88, eave: 520, gable: 38, chimney: true },
  { x: 572, width: 86, eave: 503 },
  { x: 660, width: 80, eave: 548, gable: 36 },
  { x: 738, width: 72, eave: 516, gable: 32, chimney: true },
  { x: 810, width: 70, eave: 530, gable: 30 },
]
const MIDDLE: readonly House[] = [
  { x: -8, width: 116, eave: 575 },
  { x: 124, width: 100, eave: 624, gable: 42 },
  { x: 239, width: 102, eave: 601 },
  { x: 341, width: 107, eave: 591 },
  { x: 465, width: 140, eave: 616, gable: 58 },
  { x: 608, width: 160, eave: 584, gable: 54 },
  { x: 768, width: 70, eave: 581 },
]
const FRONT: readonly House[] = [
  { x: -30, width: 168, eave: 716, gable: 62 },
  { x: 160, width: 156, eave: 722, gable: 62, chimney: true },
  { x: 352, width: 148, eave: 700, gable: 54, chimney: true },
  { x: 500, width: 168, eave: 701 },
  { x: 668, width: 200, eave: 700, gable: 72, chimney: true },
]
const WAVES: readonly Box[] = Array.from({ length: 34 }, (_, index) => {
  const along = noise(index, 1)
  return [along * 828 - 30, 812 + noise(index, 2) * 62, 24 + noise(index, 3) * 90, 1.4] as const
})

/** Gables by the lake, with the city behind them. */
export function GablesDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 828 876" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="gables-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.skyTop} />
          <stop offset="0.44" className={classes.skyMiddle} />
          <stop offset="0.62" className={classes.skyLow} />
        </linearGradient>
      </defs>
      <rect width="828" height="876" fill="url(#gables-sky)" />
      <circle cx="565" cy="299" r="133" className={classes.moon} />
      <path d={pathOf(SKYLINE)} className={classes.skyline} />
      <path d="M256 700 259 300h2l2 400ZM248 299h24l-4 12h-16ZM259 193h2v106h-2z" className={classes.skyline} />
      <Row houses={BACK} tone="back" light={0.12} />
      <Row houses={MIDDLE} tone="middle" light={0.16} />
      <rect y="806" width="828" height="70" className={classes.frontWall} />
      <Row houses={FRONT} tone="front" light={0.34} />
      <rect y="806" width="828" height="70" className={classes.lake} />
      {byClass(WAVES, (_, index) => (index % 5 === 0 ? 'glow' : 'wave')).map(([name, boxes]) => (
        <path key={name} d={pathOf(boxes)} className={classes[name]} />
      ))}
    </svg>
  )
}

interface RowProps {
  houses: readonly House[]
  tone: 'back' | 'middle' | 'front'
  /** Share of the windows behind which somebody is at home. */
  light: number
}

function Row({ houses, tone, light }: RowProps) {
  const windows = houses.flatMap(house => windowsOf(house, tone))
  const roofs = houses.filter(house => house.gable)
  const chimneys = roofs.filter(house => house.chimney)
  const thick = { back: 6, middle: 8, front: 11 }[tone]
  return (
    <g>
      <path d={houses.map(wallOf).join('')} className={classes[`${tone}Wall`]} />
      <path
        d={pathOf(
          chimneys.map(({ x, width, eave, gable = 0 }) => [x + width * 0.7, eave - gable, thick + 4, gable + 8]),
        )}
        className={classes[`${tone}Trim`]}
      />
      <path d={roofs.map(roofOf).join('')} strokeWidth={thick} className={classes[`${tone}Roof`]} />
      {byClass(windows, ([x, y]) => (noise(x, y) < light ? 'warm' : (`${tone}Window` as const))).map(
        ([name, boxes]) => (
          <path key={name} d={pathOf(boxes)} className={classes[name]} />
        ),
      )}
    </g>
  )
}

const wallOf = ({ x, width, eave, gable = 0 }: House) =>
  `M${x} 860V${eave}l${width / 2} ${-gable} ${width / 2} ${gable}V860z`

const roofOf = ({ x, width, eave, gable = 0 }: House) =>
  `M${x - 9} ${eave + gable * 0.16}L${x + width / 2} ${eave - gable}L${x + width + 9} ${eave + gable * 0.16}`

function windowsOf({ x, width, eave }: House, tone: RowProps['tone']): Box[] {
  const size = { back: 15, middle: 17, front: 26 }[tone]
  const columns = width > 130 && tone !== 'front' ? 2 : width > 150 ? 3 : width > 105 ? 3 : 2
  const gap = width / columns
  const rows = tone === 'front' ? 1 : 3
  return Array.from({ length: columns * rows }, (_, index) => [
    x + gap * ((index % columns) + 0.5) - size / 2,
    eave + (tone === 'front' ? 36 : 14) + Math.floor(index / columns) * size * 2.3,
    size,
    size * 1.4,
  ])
}
