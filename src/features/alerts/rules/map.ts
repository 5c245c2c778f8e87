import type { MapPoint } from '../contract.ts'

/** A place on a map of 0 to 1 in both directions, from the top left. */
export interface PlacedPoint {
  x: number
  y: number
}

/** No map shows less than this of the world, so that two homes of one street do not look far apart. */
const LEAST_DEGREES = 0.03
const MARGIN = 0.08

/** Puts points onto a map that shows all of them, with north up and distances alike in both directions. */
export function placedPoints(points: readonly MapPoint[], ratio: number): PlacedPoint[] {
  if (points.length === 0) return []
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)]
  // A degree of longitude is shorter than one of latitude, the more so the further north.
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const height = Math.max(north - south, ((east - west) * narrow) / ratio, LEAST_DEGREES) * (1 + 2 * MARGIN)
  const width = height * ratio
  return points.map(({ lat, lng }) => ({
    x: 0.5 + ((lng - (west + east) / 2) * narrow) / width,
    y: 0.5 - (lat - (south + north) / 2) / height,
  }))
}

const WIDTH = 240
const HEIGHT = 120
const two = (value: number) => Number(value.toFixed(1))

/** The map as a picture, in colours that stand on light and on dark; a data address of an SVG. `null` without points. */
export function mapPreview(points: readonly MapPoint[]): string | null {
  if (points.length === 0) return null
  const dots = placedPoints(points, WIDTH / HEIGHT)
    .map(({ x, y }) => `<circle cx="${two(x * WIDTH)}" cy="${two(y * HEIGHT)}" r="3.5"/>`)
    .join('')
  const lines = [1, 2, 3].map(part => `M${(WIDTH * part) / 4} 0V${HEIGHT}M0 ${(HEIGHT * part) / 4}H${WIDTH}`).join('')
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><path d="${lines}" stroke="#8f9299" stroke-opacity=".35" fill="none"/><g fill="#568df5" fill-opacity=".75">${dots}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}
