import shared from './Drawing.module.css'
import { type Box, byClass, noise, pathOf } from './shapes.ts'
import own from './TowersDrawing.module.css'

const classes: Readonly<Record<string, string>> = { ...shared, ...own }

interface Tower {
  id: number
  x: number
  top: number
  width: number
  columns: number
  floor: number
  tone: 'pale' | 'tall' | 'far' | 'near'
  balconies: boolean
}

const TOWERS: readonly Tower[] = [
  { id: 1, x: 60, top: 328, width: 152, columns: 5, floor: 27, tone: 'pale', balconies: false },
  { id: 2, x: 606, top: 248, width: 228, columns: 6, floor: 30.4, tone: 'far', balconies: true },
  { id: 3, x: 232, top: 107, width: 253, columns: 5, floor: 38.6, tone: 'tall', balconies: true },
  { id: 4, x: -48, top: 562, width: 250, columns: 5, floor: 37.6, tone: 'near', balconies: true },
  { id: 5, x: 474, top: 521, width: 203, columns: 4, floor: 42.6, tone: 'near', balconies: true },
]

/** Balconied towers in the morning. */
export function TowersDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 828 876" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id="towers-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.hazeTop} />
          <stop offset="0.6" className={classes.hazeMiddle} />
          <stop offset="1" className={classes.hazeLow} />
        </linearGradient>
      </defs>
      <rect width="828" height="876" fill="url(#towers-sky)" />
      <circle cx="661" cy="174" r="59" className={classes.moon} />
      {TOWERS.map(tower => (
        <TowerShape key={tower.id} {...tower} />
      ))}
    </svg>
  )
}

function TowerShape({ id, x, top, width, columns, floor, tone, balconies }: Tower) {
  const floors = Math.ceil((876 - top) / floor)
  const pane = (width - 4) / columns
  const windows: Box[] = Array.from({ length: floors * columns }, (_, index) => [
    x + 4 + (index % columns) * pane,
    top + floor * 0.2 + Math.floor(index / columns) * floor,
    pane - (tone === 'pale' ? 7 : 8),
    floor * (balconies ? 0.78 : 0.6),
  ])
  const slabs: Box[] = Array.from({ length: floors }, (_, index) => [x - 6, top + floor * (index + 1), width + 12, 3.4])
  return (
    <g>
      <rect x={x} y={top} width={width} height={876 - top} className={classes[`${tone}Tower`]} />
      {byClass(windows, (_, index) => shadeOf(noise(index, id), tone)).map(([name, boxes]) => (
        <path key={name} d={pathOf(boxes)} className={classes[name]} />
      ))}
      {balconies && <path d={pathOf(slabs)} className={classes[`${tone}Slab`]} />}
    </g>
  )
}

/** About one window in twenty is lit; some show nothing but the wall. */
function shadeOf(chance: number, tone: Tower['tone']) {
  if (chance < 0.055) return 'warm'
  if (tone === 'far' && chance < 0.3) return null
  if (chance < 0.45) return `${tone}GlassA` as const
  return chance < 0.76 ? (`${tone}GlassB` as const) : (`${tone}GlassC` as const)
}
