import type { Place } from '../../map/projection.ts'
import type { MapRegion } from '../../map/region.ts'

/** A home on a map. */
export interface HomePoint extends Place {
  /** What its pin says, such as a price; a dot without. */
  label?: string
  /** What it is, for those who do not see the map: an address. */
  title?: string
  /** Where a press on its pin leads. */
  href?: string
}

/** Which homes a map shows, and how. */
export interface HomeMapProps {
  points: readonly HomePoint[]
  /** What the map shows, for those who do not see it. */
  label: string
  height: number
  /** Shades what lies among the points. */
  hasArea?: boolean
  /** A map to move at once, instead of a picture of it that opens one. */
  isLive?: boolean
}

/** The same with the region that the built-in map draws. */
export type InRegion<Props> = Props & { region: MapRegion }
