/** A place on the earth. */
export interface Place {
  lat: number
  lng: number
}

/** A window onto the map, in pixels: the scale, and what of the world stands in its top left corner. */
export interface MapView {
  width: number
  height: number
  /** Pixels of the whole world's width. */
  scale: number
  left: number
  top: number
}

/** What is asked of a view. */
export interface ViewSize {
  width: number
  height: number
  /** Pixels between the outermost place and the edge. */
  margin?: number
}

/** No view is closer than this: two homes of one street do not look far apart, and a single one has a neighbourhood. */
const LEAST_METRES = 4200
const EARTH_METRES = 40_075_017

const worldX = (lng: number) => (lng + 180) / 360
const worldY = (lat: number) => 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)

/** The closest view that shows every place, as maps of the web project it; the whole region where there are none. */
export function viewOf(
  { center, meters }: { center: Place; meters: number },
  places: readonly Place[],
  { width, height, margin = 24 }: ViewSize,
): MapView {
  const shown = places.length > 0 ? places : [center]
  const xs = shown.map(({ lng }) => worldX(lng))
  const ys = shown.map(({ lat }) => worldY(lat))
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [north, south] = [Math.min(...ys), Math.max(...ys)]
  const middle = (shown[0] ?? center).lat
  const worldMetres = EARTH_METRES * Math.cos((middle * Math.PI) / 180)
  const least = (places.length > 0 ? LEAST_METRES : meters) / worldMetres
  const inner = (length: number) => Math.max(1, length - 2 * margin)
  const scale = Math.min(
    inner(width) / Math.max(east - west, Number.EPSILON),
    inner(height) / Math.max(south - north, Number.EPSILON),
    Math.max(width, height) / least,
  )
  return {
    width,
    height,
    scale,
    left: (west + east) / 2 - width / scale / 2,
    top: (north + south) / 2 - height / scale / 2,
  }
}

/** Where a place stands in a view, in pixels from its top left corner. */
export function pixelOf({ scale, left, top }: MapView, { lat, lng }: Place): { x: number; y: number } {
  return { x: (worldX(lng) - left) * scale, y: (worldY(lat) - top) * scale }
}

/** How many metres a pixel of the view stands for, about. */
export function metresPerPixel({ scale, top, height }: MapView): number {
  const middle = top + height / scale / 2
  const lat = 2 * Math.atan(Math.exp((0.5 - middle) * 2 * Math.PI)) - Math.PI / 2
  return (EARTH_METRES * Math.cos(lat)) / scale
}

/** The same view from further away, about the same middle. */
export function widened({ width, height, scale, left, top }: MapView, factor: number): MapView {
  const wider = scale / factor
  return {
    width,
    height,
    scale: wider,
    left: left + width / scale / 2 - width / wider / 2,
    top: top + height / scale / 2 - height / wider / 2,
  }
}
