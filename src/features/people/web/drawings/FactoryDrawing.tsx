import shared from './Drawing.module.css'
import own from './FactoryDrawing.module.css'
import { type Box, byClass, noise, pathOf } from './shapes.ts'

const classes: Readonly<Record<string, string>> = { ...shared, ...own }

const COLUMNS = [-90, 172, 434, 697]
const WIDTH = 225
/** Top, bottom and arch of each row of windows. */
const ROWS = [
  { top: -40, bottom: 210, arch: 0 },
  { top: 248, bottom: 604, arch: 78 },
  { top: 661, bottom: 920, arch: 0 },
]
const PANE = 48.6
const BAR = 5

/** Factory windows at dusk: the lights go on from one side. */
export function FactoryDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 828 876" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <pattern id="factory-bricks" width="42" height="24" patternUnits="userSpaceOnUse">
          <rect width="42" height="24" className={classes.brick} />
          <path d="M0 0h42M0 12h42M10 0v12M31 12v12" className={classes.mortar} />
        </pattern>
      </defs>
      <rect width="828" height="876" fill="url(#factory-bricks)" />
      {ROWS.flatMap((row, level) =>
        COLUMNS.map(x => <FactoryWindow key={`${row.top} ${x}`} x={x} level={level} {...row} />),
      )}
    </svg>
  )
}

interface WindowProps {
  x: number
  level: number
  top: number
  bottom: number
  arch: number
}

function FactoryWindow({ x, level, top, bottom, arch }: WindowProps) {
  const clip = `factory-${level}-${COLUMNS.indexOf(x)}`
  const outline = outlineOf(x, top, WIDTH, bottom, arch)
  const inside = outlineOf(x + 7, top + 7, WIDTH - 14, bottom - 5, arch)
  const panes = panesOf(x, top, bottom)
  return (
    <g>
      <clipPath id={clip}>
        <path d={inside} />
      </clipPath>
      <path d={outline} className={classes.frame} />
      <g clipPath={`url(#${clip})`}>
        {byClass(panes, box => shadeOf(box, level)).map(([name, boxes]) => (
          <path key={name} d={pathOf(boxes)} className={classes[name]} />
        ))}
        <path d={glareOf(x, top, bottom)} className={classes.glare} />
      </g>
      <rect x={x - 9} y={bottom + 4} width={WIDTH + 18} height="14" className={classes.sill} />
    </g>
  )
}

const outlineOf = (x: number, top: number, width: number, bottom: number, arch: number) =>
  `M${x} ${bottom}V${top + arch}${arch ? `a${width / 2} ${arch} 0 0 1 ${width} 0` : `h${width}`}V${bottom}z`

function panesOf(x: number, top: number, bottom: number): Box[] {
  const rows = Math.ceil((bottom - top) / (PANE + BAR))
  const first = bottom - 7 - rows * (PANE + BAR)
  return Array.from({ length: rows * 4 }, (_, index) => [
    x + 8 + (index % 4) * (PANE + BAR),
    first + Math.floor(index / 4) * (PANE + BAR) + BAR,
    PANE,
    PANE,
  ])
}

const glareOf = (x: number, top: number, bottom: number) => {
  const low = Math.min(bottom, 876)
  const lean = (low - top) * 0.34
  return `M${x + lean} ${top}h78L${x + 70} ${low}h-78z`
}

const SHADES = ['pane1', 'pane2', 'pane3', 'pane4', 'warm'] as const

/** The warmest window is in the middle of the house. */
function shadeOf([x, y]: Box, level: number) {
  const warmth = 1.08 - Math.hypot((x - 540) / 640, (y - 480) / 620) + (noise(x, y, level) - 0.5) * 0.42
  return SHADES[Math.max(0, Math.min(4, Math.floor(warmth * 4.6)))] ?? 'pane1'
}
