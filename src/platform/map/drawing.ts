import { type MapView, metresPerPixel, type Place, pixelOf, type ViewSize, viewOf, widened } from './projection.ts'
import type { Drawn, MapRegion, PlaceName } from './region.ts'

type Pixel = readonly [x: number, y: number]

/** A name with its place in the picture. */
export interface DrawnName {
  name: string
  x: number
  y: number
  rank: PlaceName['rank']
  isWater: boolean
}

/** A view of the region as paths of an SVG. */
export interface MapDrawing {
  width: number
  height: number
  lake: string
  islands: string
  parks: string
  rivers: string
  railways: string
  streets: string
  highways: string
  /** How wide streets are drawn. */
  streetWidth: number
  names: readonly DrawnName[]
  /** The given places, in their order. */
  dots: readonly { x: number; y: number }[]
  /** What lies among the places, with some air around; empty for fewer than three. */
  area: string
}

/** The places of a line as it is kept. */
export function placesOf(line: string): Place[] {
  return line.split(', ').map(each => {
    const [lat = 0, lng = 0] = each.split(' ').map(Number)
    return { lat, lng }
  })
}

/** Whether a place lies in the lake: how often its latitude meets the outline to the east of it. */
export function isInLake({ lake: outline }: Pick<MapRegion, 'lake'>, { lat, lng }: Place): boolean {
  return outline.reduce((isInside, a, index) => {
    const b = outline[(index + 1) % outline.length] ?? a
    const isMet = a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng
    return isMet ? !isInside : isInside
  }, false)
}

/** Draws a region around places; all of it where there are none. */
export function drawMap(region: MapRegion, places: readonly Place[], size: ViewSize): MapDrawing {
  const view = namedView(region, viewOf(region, places, size))
  const metres = metresPerPixel(view)
  const dots = places.map(place => pixelOf(view, place))
  const all = (drawn: readonly Drawn[], isClosed = false) =>
    drawn.map(({ line }) => pathOf(view, placesOf(line), isClosed)).join('')
  return {
    width: view.width,
    height: view.height,
    lake: pathOf(view, region.lake, true),
    islands: all(region.islands, true),
    parks: all(region.parks, true),
    rivers: all(region.rivers),
    railways: metres < 80 ? all(region.railways) : '',
    streets: metres < 140 ? all(region.streets) : '',
    highways: all(region.highways),
    streetWidth: Math.min(6, Math.max(0.8, 28 / metres)),
    names: namesIn(region, view, metres),
    dots,
    area: areaAround(dots.map(({ x, y }) => [x, y])),
  }
}

const WIDER = 1.5
const MAX_STEPS = 9

/** Somewhat further away where no name is in sight: a map of nameless streets says nothing. */
function namedView(region: MapRegion, view: MapView): MapView {
  let named = view
  for (let step = 0; step < MAX_STEPS && namesIn(region, named, metresPerPixel(named)).length === 0; step++)
    named = widened(named, WIDER)
  return named
}

const one = (value: number) => Math.round(value * 10) / 10

/** What reaches into the view, and nothing else: the rest would only make the picture heavier. */
function pathOf(view: MapView, places: readonly Place[], isClosed: boolean): string {
  const pixels = places.map(place => pixelOf(view, place))
  const xs = pixels.map(({ x }) => x)
  const ys = pixels.map(({ y }) => y)
  const isOutside =
    Math.max(...xs) < 0 || Math.min(...xs) > view.width || Math.max(...ys) < 0 || Math.min(...ys) > view.height
  if (isOutside) return ''
  return `M${pixels.map(({ x, y }) => `${one(x)} ${one(y)}`).join('L')}${isClosed ? 'Z' : ''}`
}

/** How closely one looks before names of a rank show, in metres of a pixel. */
const nearEnough = { 0: Number.POSITIVE_INFINITY, 1: 110, 2: 38, 3: 16 } as const
const CHARACTER_WIDTH = 6
const LINE = 18

/** Names that lie in the view and do not cover each other, the greater first. */
function namesIn({ names }: MapRegion, view: MapView, metres: number): DrawnName[] {
  const taken: DrawnName[] = []
  for (const { name, at, rank, isWater = false } of names.toSorted((a, b) => a.rank - b.rank)) {
    const [place] = placesOf(at)
    // From nearby, the name of the whole city says nothing.
    if (!place || metres > nearEnough[rank] || (metres < 9 && rank < 2 && !isWater)) continue
    const { x, y } = pixelOf(view, place)
    const half = (name.length * CHARACTER_WIDTH) / 2
    if (x < half || x > view.width - half || y < LINE || y > view.height - LINE / 2) continue
    const isCovered = taken.some(
      each => Math.abs(each.y - y) < LINE && Math.abs(each.x - x) < half + (each.name.length * CHARACTER_WIDTH) / 2 + 6,
    )
    if (!isCovered) taken.push({ name, x: one(x), y: one(y), rank, isWater })
  }
  return taken
}

const AIR = 14
const CORNERS_AROUND = 16

/** What lies among the points with some air around each, as a convex area; nothing among fewer than three. */
export function areaAmong(points: readonly Pixel[], [airX, airY]: Pixel): Pixel[] {
  if (points.length < 3) return []
  const turns = Array.from({ length: CORNERS_AROUND }, (_, index) => (index * 2 * Math.PI) / CORNERS_AROUND)
  return hullOf(
    points.flatMap(([x, y]) => turns.map((angle): Pixel => [x + airX * Math.cos(angle), y + airY * Math.sin(angle)])),
  )
}

function areaAround(points: readonly Pixel[]): string {
  const corners = areaAmong(points, [AIR, AIR])
  return corners.length === 0 ? '' : `M${corners.map(([x, y]) => `${one(x)} ${one(y)}`).join('L')}Z`
}

const turn = (o: Pixel, a: Pixel, b: Pixel) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

/** The convex hull (Andrew's monotone chain), without points on its edges. */
export function hullOf(points: readonly Pixel[]): Pixel[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (from: readonly Pixel[]) => {
    const chain: Pixel[] = []
    for (const point of from) {
      for (;;) {
        const [last, before] = [chain.at(-1), chain.at(-2)]
        if (!last || !before || turn(before, last, point) > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return sorted.length < 3 ? [...sorted] : [...half(sorted), ...half(sorted.toReversed())]
}
