import { HomeMap } from '../../../product/region/HomeMap.tsx'
import type { MapPoint } from '../contract/alerts.ts'

interface AlertMapProps {
  points: readonly MapPoint[]
  label: string
  height?: number
}

const HEIGHT = 180

/** Where the homes of a search are, and what lies among them; a press opens the map. */
export function AlertMap({ points, label, height = HEIGHT }: AlertMapProps) {
  return <HomeMap points={points} label={label} height={height} hasArea />
}
