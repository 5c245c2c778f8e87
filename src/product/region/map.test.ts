import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaAmong, drawMap, hullOf, isInLake } from '../../platform/map/drawing.ts'
import { metresPerPixel, pixelOf, viewOf } from '../../platform/map/projection.ts'
import { mapRegion } from './map.ts'

const kingWest = { lat: 43.6437, lng: -79.4025 }
const willowdale = { lat: 43.7615, lng: -79.4111 }
const squareOne = { lat: 43.593, lng: -79.642 }
const anywhere = fc.record({
  lat: fc.double({ min: 43.3, max: 44.1, noNaN: true }),
  lng: fc.double({ min: -79.9, max: -78.6, noNaN: true }),
})

describe('the map of the region', () => {
  it('shows every place, whatever the places and the size', () => {
    fc.assert(
      fc.property(
        fc.array(anywhere, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 120, max: 1600 }),
        fc.integer({ min: 80, max: 900 }),
        (places, width, height) => {
          const view = viewOf(mapRegion, places, { width, height, margin: 20 })
          for (const { x, y } of places.map(place => pixelOf(view, place))) {
            expect(x).toBeGreaterThan(19)
            expect(x).toBeLessThan(width - 19)
            expect(y).toBeGreaterThan(19)
            expect(y).toBeLessThan(height - 19)
          }
        },
      ),
    )
  })

  it('has north up, east to the right, and one home in the middle of its neighbourhood', () => {
    const view = viewOf(mapRegion, [kingWest, willowdale, squareOne], { width: 400, height: 300 })
    const [king, north, west] = [kingWest, willowdale, squareOne].map(place => pixelOf(view, place))
    expect(north?.y).toBeLessThan(king?.y ?? 0)
    expect(west?.x).toBeLessThan(king?.x ?? 0)
    const alone = viewOf(mapRegion, [kingWest], { width: 400, height: 300 })
    expect(pixelOf(alone, kingWest)).toMatchObject({ x: expect.closeTo(200, 3), y: expect.closeTo(150, 3) })
    expect(metresPerPixel(alone) * 400).toBeCloseTo(4200, -2)
  })

  it('draws what reaches into the view and leaves the rest out', () => {
    const near = drawMap(mapRegion, [kingWest], { width: 300, height: 150 })
    const whole = drawMap(mapRegion, [], { width: 300, height: 150 })
    expect(near.names.map(({ name }) => name)).toContain('King West')
    expect(near.names.map(({ name }) => name)).not.toContain('Oshawa')
    expect(whole.names.map(({ name }) => name)).toContain('Toronto')
    expect(near.streets).not.toBe('')
    expect(near.streets.length).toBeLessThan(
      drawMap(mapRegion, [kingWest, squareOne], { width: 300, height: 150 }).streets.length,
    )
  })

  it('names a place wherever one or two homes are, in the size of an alert', () => {
    const uplands = { lat: 43.8327, lng: -79.4444 }
    const farNorth = { lat: 43.98, lng: -79.12 }
    for (const places of [[uplands], [kingWest], [farNorth], [farNorth, { lat: 43.9801, lng: -79.1203 }]])
      for (const size of [
        { width: 300, height: 84 },
        { width: 500, height: 262 },
      ]) {
        const { names, dots } = drawMap(mapRegion, places, size)
        expect(names.length).toBeGreaterThan(0)
        expect(dots[0]?.x).toBeCloseTo(size.width / 2, -1)
      }
  })

  it('ends the lake at its shores, also in a wide picture of a small height', () => {
    for (const [name, lat, lng] of [
      ['off Toronto', 43.5, -79.3],
      ['off Cobourg', 43.8, -78.1],
      ['off Rochester', 43.4, -77.5],
    ] as const)
      expect(isInLake(mapRegion, { lat, lng }), name).toBe(true)
    for (const [name, lat, lng] of [
      ['Buffalo', 42.89, -78.88],
      ['St. Catharines', 43.16, -79.25],
      ['Peterborough', 44.3, -78.32],
      ['Syracuse', 43.05, -76.15],
    ] as const)
      expect(isInLake(mapRegion, { lat, lng }), name).toBe(false)
  })

  it('shades what lies among three homes, and nothing among two', () => {
    const size = { width: 300, height: 200 }
    expect(drawMap(mapRegion, [kingWest, willowdale], size).area).toBe('')
    expect(drawMap(mapRegion, [kingWest, willowdale, squareOne], size).area).toMatch(/^M.*L.*L.*Z$/)
    const points: [number, number][] = [0, 10, 5, 0, 10].map((x, index) => [x, [0, 0, 5, 10, 10][index] ?? 0])
    expect(hullOf(points)).toHaveLength(4)
  })

  it('shades homes along one street as a band, never as a line', () => {
    const along: [number, number][] = [0, 50, 100].map(x => [x, x])
    const band = areaAmong(along, [14, 14])
    const offLine = band.map(([x, y]) => Math.abs(x - y) / Math.SQRT2)
    expect(Math.max(...offLine)).toBeGreaterThan(13)
  })

  it('knows the lake from the land', () => {
    expect([kingWest, willowdale, squareOne].map(place => isInLake(mapRegion, place))).toEqual([false, false, false])
    expect(isInLake(mapRegion, { lat: 43.6, lng: -79.38 })).toBe(true)
  })
})
