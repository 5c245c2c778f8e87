import { placesOf } from '../../platform/map/drawing.ts'
import type { MapRegion } from '../../platform/map/region.ts'
import { placeNames } from './placeNames.ts'
import { highways, islands, parks, railways, rivers, shore } from './shapes.ts'
import { streets } from './streets.ts'

/** The rest of the lake, roughly: along Bowmanville and Kingston, and back by the south shore to Hamilton. */
const farSide =
  '43.94 -78.3, 43.96 -78.17, 44 -77.75, 43.87 -77.2, 43.94 -76.87, 44.13 -76.35, 43.9 -76.2, 43.55 -76.2, 43.46 -76.51, 43.27 -76.98, 43.26 -77.6, 43.37 -78, 43.37 -78.5, 43.26 -79.07, 43.2 -79.27, 43.26 -79.75'

/** The map of the Greater Toronto Area. */
export const mapRegion: MapRegion = {
  center: { lat: 43.69, lng: -79.4 },
  meters: 52_000,
  corners: [
    { lat: 43.5, lng: -79.75 },
    { lat: 43.9, lng: -79.05 },
  ],
  lake: [...placesOf(shore), ...placesOf(farSide)],
  islands,
  parks,
  rivers,
  railways,
  streets,
  highways,
  names: placeNames,
}
