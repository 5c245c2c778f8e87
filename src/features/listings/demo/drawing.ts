import type { ODataRecord } from '../../../integrations/mls/odata.ts'
import type { Random } from '../../../platform/demo/random.ts'

/** The colours of one home's pictures. */
export interface PictureInks {
  sky: readonly [string, string]
  /** Walls, from the darkest to the lightest. */
  wall: readonly [string, string, string]
  roof: string
  door: string
  leaf: string
  glass: string
  ground: string
}

/** Draws a picture of 960 by 640 as the inside of an SVG. */
export type Draw = (random: Random, inks: PictureInks, listing: ODataRecord) => string

/** A rectangle. */
export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`

/** Any shape. */
export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** A wall of windows, some of them lit. */
export function windows(
  random: Random,
  area: readonly [x: number, y: number, width: number, height: number],
  grid: readonly [columns: number, rows: number],
  glass: string,
): string {
  const [x, y, width, height] = area
  const [columns, rows] = grid
  const [stepX, stepY] = [width / columns, height / rows]
  let drawn = ''
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      drawn += box(
        x + column * stepX + stepX * 0.16,
        y + row * stepY + stepY * 0.2,
        stepX * 0.68,
        stepY * 0.6,
        random.happens(0.16) ? '#fff3d1' : glass,
        2,
      )
  return drawn
}
