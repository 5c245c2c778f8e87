import { drawMap } from '../../../platform/map/drawing.ts'
import { mapRegion } from '../../../product/region/map.ts'
import type { MapPoint } from '../contract/alerts.ts'

const WIDTH = 240
const HEIGHT = 120
const GREY = '#8f9299'
const BLUE = '#568df5'

/** The map as a picture, in colours that stand on light and on dark; a data address of an SVG. `null` without points. */
export function mapPreview(points: readonly MapPoint[]): string | null {
  if (points.length === 0) return null
  const { lake, highways, streets, area, dots } = drawMap(mapRegion, points, {
    width: WIDTH,
    height: HEIGHT,
    margin: 18,
  })
  const circles = dots.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3"/>`).join('')
  const picture = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<path d="${lake}" fill="${BLUE}" fill-opacity=".25"/>`,
    `<g fill="none" stroke="${GREY}"><path d="${streets}" stroke-opacity=".35"/><path d="${highways}" stroke-opacity=".6" stroke-width="2"/></g>`,
    `<path d="${area}" fill="${BLUE}" fill-opacity=".2" stroke="${BLUE}"/>`,
    `<g fill="${BLUE}">${circles}</g></svg>`,
  ].join('')
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}
