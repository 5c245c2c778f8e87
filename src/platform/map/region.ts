import type { Place } from './projection.ts'

/** A line or an outline as text: places one after the other, each its latitude and its longitude. */
export interface Drawn {
  name: string
  line: string
}

/** A name on the map; the higher its rank, the closer one has to look. */
export interface PlaceName {
  name: string
  at: string
  rank: 0 | 1 | 2 | 3
  isWater?: boolean
}

/** What the built-in map knows of a region. */
export interface MapRegion {
  /** Shown where no place is given: its middle, how many meters across, and its corners in the south-west and north-east. */
  center: Place
  meters: number
  corners: readonly [southWest: Place, northEast: Place]
  /** The outline of its lake. */
  lake: readonly Place[]
  islands: readonly Drawn[]
  parks: readonly Drawn[]
  /** Rivers and creeks. */
  rivers: readonly Drawn[]
  railways: readonly Drawn[]
  /** Main streets. */
  streets: readonly Drawn[]
  highways: readonly Drawn[]
  names: readonly PlaceName[]
}
