/** A rectangle: left, top, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number]

const round = (value: number) => Math.round(value * 10) / 10

/** One path of many rectangles, so that a wall of windows is one element. */
export const pathOf = (boxes: readonly Box[]): string =>
  boxes.map(([x, y, w, h]) => `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`).join('')

/** A number from 0 to 1 that is always the same for the same place; drawings must not change between visits. */
export function noise(a: number, b: number, c = 0): number {
  const value = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453
  return value - Math.floor(value)
}

/** Sorts boxes by the class that `classOf` names. */
export function byClass<Name extends string>(
  boxes: readonly Box[],
  classOf: (box: Box, index: number) => Name | null,
): [Name, Box[]][] {
  const groups = new Map<Name, Box[]>()
  boxes.forEach((box, index) => {
    const name = classOf(box, index)
    if (name) groups.set(name, [...(groups.get(name) ?? []), box])
  })
  return [...groups]
}
