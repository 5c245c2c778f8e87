import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { placesOf } from '../../map/drawing.ts'
import type { Place } from '../../map/projection.ts'
import type { Drawn, MapRegion } from '../../map/region.ts'
import { isTileAddress } from '../../map/tiles.ts'

/** The colours of the built-in map, as the look's variables give them. */
const inks = ['land', 'lake', 'street', 'highway', 'edge', 'park', 'railway'] as const
export type Inks = Readonly<Record<(typeof inks)[number], string>>

/** Reads the colours where the map stands: they follow brand and scheme. */
export function inksOf(element: HTMLElement): Inks {
  const style = getComputedStyle(element)
  return Object.fromEntries(inks.map(name => [name, style.getPropertyValue(`--map-${name}`).trim()])) as Inks
}

const position = ({ lat, lng }: Place): [number, number] => [lng, lat]

function collection(shapes: readonly { places: readonly Place[]; isClosed: boolean }[]) {
  return {
    type: 'FeatureCollection' as const,
    features: shapes.map(({ places, isClosed }) => {
      const line = places.map(position)
      const [first] = line
      return {
        type: 'Feature' as const,
        properties: {},
        geometry:
          isClosed && first
            ? { type: 'Polygon' as const, coordinates: [[...line, first]] }
            : { type: 'LineString' as const, coordinates: line },
      }
    }),
  }
}

const shapes = (drawn: readonly Drawn[], isClosed = false) =>
  collection(drawn.map(({ line }) => ({ places: placesOf(line), isClosed })))

const source = (data: ReturnType<typeof collection>) => ({ type: 'geojson' as const, data })

/** How wide a line is at each distance, around its width in the middle. */
const wide = (width: number) =>
  ['interpolate', ['exponential', 1.5], ['zoom'], 8, width * 0.3, 12, width, 16, width * 5] as const

const fill = (id: string, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: id,
  paint: { 'fill-color': colour },
})

const line = (id: string, from: string, colour: string, width: number): LayerSpecification => ({
  id,
  type: 'line',
  source: from,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': colour, 'line-width': [...wide(width)] as never },
})

/** The built-in map of the region: lines and areas, no tiles from anywhere. */
export function builtInStyle(region: MapRegion, ink: Inks): StyleSpecification {
  return {
    version: 8,
    sources: {
      parks: source(shapes(region.parks, true)),
      rivers: source(shapes(region.rivers)),
      lake: source(collection([{ places: region.lake, isClosed: true }])),
      islands: source(shapes(region.islands, true)),
      railways: source(shapes(region.railways)),
      streets: source(shapes(region.streets)),
      highways: source(shapes(region.highways)),
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': ink.land } },
      fill('parks', ink.park),
      line('rivers', 'rivers', ink.lake, 1.6),
      fill('lake', ink.lake),
      fill('islands', ink.park),
      {
        id: 'railways',
        type: 'line',
        source: 'railways',
        paint: { 'line-color': ink.railway, 'line-width': 1, 'line-dasharray': [5, 3] },
      },
      { ...line('streets', 'streets', ink.street, 2.2), minzoom: 9.5 } as LayerSpecification,
      line('highway-edges', 'highways', ink.edge, 5),
      line('highways', 'highways', ink.highway, 3.6),
    ],
  }
}

/** The style for an address of the configuration. */
export function tileStyle(address: string, attribution: string): StyleSpecification | string {
  if (!isTileAddress(address)) return address
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [address], tileSize: 256, maxzoom: 19, attribution } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  }
}
