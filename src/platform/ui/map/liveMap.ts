import { LngLatBounds, Map as MapView, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { areaAmong } from '../../map/drawing.ts'
import type { MapRegion } from '../../map/region.ts'
import { config } from '../../web/config.ts'
import type { HomePoint } from './homes.ts'
import { builtInStyle, inksOf, tileStyle } from './liveStyle.ts'
import classes from './Map.module.css'

setWorkerUrl(workerUrl)

/** A map that stands on the page. */
export interface ShownMap {
  /** Reads the colours again, after the scheme changed. */
  recolour(): void
  remove(): void
}

interface LiveMapOptions {
  region: MapRegion
  points: readonly HomePoint[]
  hasArea: boolean
  onFailure(): void
}

/** The built-in map knows main streets only: closer than this there is nothing more to see. */
const CLOSEST = { builtIn: 15, tiles: 18 }
const CLUSTER_PIXELS = 46
const nearestZoomOf = { 0: 0, 1: 9.5, 2: 11, 3: 12.2 } as const

const words = {
  'NavigationControl.ZoomIn': 'Zoom in',
  'NavigationControl.ZoomOut': 'Further away',
  'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom',
  'CooperativeGesturesHandler.MacHelpText': 'Hold ⌘ and scroll to zoom',
  'CooperativeGesturesHandler.MobileHelpText': 'Move the map with two fingers',
}

/** Draws a map of homes into an element. */
export function showLiveMap(element: HTMLElement, { region, points, hasArea, onFailure }: LiveMapOptions): ShownMap {
  const hasTiles = config.map_tiles !== ''
  const styleNow = () =>
    hasTiles ? tileStyle(config.map_tiles, config.map_attribution) : builtInStyle(region, inksOf(element))
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new MapView({
    container: element,
    style: styleNow(),
    bounds: boundsOf(region, points),
    fitBoundsOptions: { padding: 56, maxZoom: points.length > 1 ? 13 : 12.4 },
    minZoom: 7,
    maxZoom: hasTiles ? CLOSEST.tiles : CLOSEST.builtIn,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: true,
    attributionControl: hasTiles ? { compact: true } : false,
    fadeDuration: isCalm ? 0 : 200,
    reduceMotion: isCalm,
    locale: words,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.on('error', ({ error }) => {
    // A tile that does not come leaves a hole; a map that cannot be drawn is no map.
    if (/webgl|context/i.test(error?.message ?? '')) onFailure()
  })
  if (!hasTiles) showNames(map, region)
  map.on('style.load', () => addHomes(map, points, hasArea, element))
  keepMarkers(map, points)
  return {
    recolour: () => {
      if (!hasTiles) map.setStyle(styleNow(), { diff: false })
    },
    remove: () => map.remove(),
  }
}

function boundsOf({ corners }: MapRegion, points: readonly HomePoint[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { lng, lat } of points) bounds.extend([lng, lat])
  if (bounds.isEmpty()) for (const { lng, lat } of corners) bounds.extend([lng, lat])
  return bounds
}

/** Names stand on the page and not in the drawing: that would need fonts of its own. */
function showNames(map: MapView, { names }: MapRegion): void {
  for (const { name, at, rank, isWater } of names) {
    const [lat = 0, lng = 0] = at.split(' ').map(Number)
    const label = document.createElement('span')
    label.className = classes.place ?? ''
    label.textContent = name
    label.ariaHidden = 'true'
    label.dataset.rank = String(rank)
    if (isWater) label.dataset.water = ''
    const marker = new Marker({ element: label }).setLngLat([lng, lat])
    const follow = () => {
      const zoom = map.getZoom()
      const isShown = zoom >= nearestZoomOf[rank] && (rank > 1 || isWater || zoom < 13.2)
      if (isShown === label.isConnected) return
      if (isShown) marker.addTo(map)
      else marker.remove()
    }
    follow()
    map.on('zoom', follow)
  }
}

/** Some 300 m around each home, in degrees of longitude and of latitude where this region lies. */
const AREA_AIR = [0.0037, 0.0027] as const

function addHomes(map: MapView, points: readonly HomePoint[], hasArea: boolean, element: HTMLElement): void {
  const accent = getComputedStyle(element).getPropertyValue('--kt-accent').trim()
  const corners = areaAmong(
    points.map(({ lng, lat }) => [lng, lat] as const),
    AREA_AIR,
  )
  const [first] = corners
  if (hasArea && first) {
    map.addSource('area', {
      type: 'geojson',
      data: {
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [[...corners, first].map(corner => [...corner])] },
      },
    })
    map.addLayer({ id: 'area', type: 'fill', source: 'area', paint: { 'fill-color': accent, 'fill-opacity': 0.12 } })
    map.addLayer({ id: 'area-edge', type: 'line', source: 'area', paint: { 'line-color': accent, 'line-width': 1.5 } })
  }
  map.addSource('homes', {
    type: 'geojson',
    cluster: true,
    clusterRadius: CLUSTER_PIXELS,
    clusterMaxZoom: CLOSEST.builtIn - 1,
    data: {
      type: 'FeatureCollection',
      features: points.map(({ lng, lat }, index) => ({
        type: 'Feature',
        properties: { index },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      })),
    },
  })
  // A source is read only when a layer needs it; the pins themselves stand on the page.
  map.addLayer({ id: 'homes', type: 'circle', source: 'homes', paint: { 'circle-radius': 0, 'circle-opacity': 0 } })
}

/** Keeps the pins on the page in step with what the map shows. */
function keepMarkers(map: MapView, points: readonly HomePoint[]): void {
  const shown = new Map<string, Marker>()
  map.on('render', () => {
    if (!map.getSource('homes') || !map.isSourceLoaded('homes')) return
    const wanted = new Map(
      map.querySourceFeatures('homes').map(feature => {
        const { cluster_id, index } = feature.properties
        return [cluster_id === undefined ? `home-${index}` : `cluster-${cluster_id}`, feature]
      }),
    )
    for (const [key, marker] of shown) {
      if (wanted.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    for (const [key, { geometry, properties }] of wanted) {
      if (shown.has(key) || geometry.type !== 'Point') continue
      const [lng = 0, lat = 0] = geometry.coordinates
      const count = Number(properties.point_count ?? 0)
      const closer = () => map.easeTo({ center: [lng, lat], zoom: map.getZoom() + 2 })
      const home = points[Number(properties.index)]
      const element = count > 0 ? clusterPin(count, closer) : homePin(home)
      const anchor = count > 0 || !home?.label ? 'center' : 'bottom'
      shown.set(key, new Marker({ element, anchor }).setLngLat([lng, lat]).addTo(map))
    }
  })
}

function clusterPin(count: number, onPress: () => void): HTMLElement {
  const pin = document.createElement('button')
  pin.type = 'button'
  pin.dataset.cluster = ''
  pin.ariaLabel = `${count} homes; zoom in`
  pin.addEventListener('click', onPress)
  return pinWith(pin, String(count))
}

function homePin(home: HomePoint | undefined): HTMLElement {
  const pin = home?.href ? document.createElement('a') : document.createElement('span')
  if (pin instanceof HTMLAnchorElement && home?.href) pin.href = home.href
  const words = [home?.label, home?.title].filter(Boolean).join(', ')
  if (words) pin.title = words
  if (!home?.label) pin.dataset.dot = ''
  return pinWith(pin, home?.label ?? '')
}

function pinWith(pin: HTMLElement, text: string): HTMLElement {
  pin.className = classes.marker ?? ''
  const plate = document.createElement('span')
  plate.textContent = text
  pin.append(plate)
  return pin
}
