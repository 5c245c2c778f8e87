import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A seeded random source: the same seed gives the same demo. */
export interface Random {
  /** A number from 0 up to, but not including, 1. */
  share(): number
  /** A whole number between both, both included. */
  between(min: number, max: number): number
  /** True in this share of cases. */
  happens(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** An item of a table of weights. */
  weighted<Item>(table: WeightTable<Item>): Item
  /** A number around 1, seldom far from it; the larger the spread, the longer the tail. */
  skewed(spread: number): number
  /** Random for a part that draws now more, now less: what is drawn after it stays the same. */
  apart(): Random
}

/** Items with running totals of their weights. */
export interface WeightTable<Item> {
  items: readonly Item[]
  totals: readonly number[]
}

/** Makes a table from pairs of an item and its weight. */
export function weights<Item>(pairs: readonly (readonly [Item, number])[]): WeightTable<Item> {
  let total = 0
  return {
    items: pairs.map(([item]) => item),
    totals: pairs.map(([, weight]) => {
      total += weight
      return total
    }),
  }
}

/** Random of its own for the `index`th thing of a seed, so that any part of the data can be made without the rest. */
export const randomOf = (seed: number, index: number): Random =>
  randomFrom((Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0)

function randomFrom(start: number): Random {
  const generator = xoroshiro128plus(start)
  // Neighbouring seeds begin alike; a few turns part them.
  for (let turn = 0; turn < 4; turn++) generator.next()
  const share = () => (generator.next() >>> 0) / 0x1_0000_0000
  const between = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  const itemAt = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new RangeError('Nothing to choose from.')
    return item
  }
  return {
    share,
    between,
    happens: chance => share() < chance,
    pick: items => itemAt(items, Math.floor(share() * items.length)),
    weighted({ items, totals }) {
      const point = share() * (totals.at(-1) ?? 0)
      return itemAt(
        items,
        totals.findIndex(total => point < total),
      )
    },
    skewed: spread => Math.exp(spread * (share() + share() + share() - 1.5)),
    apart: () => randomFrom(generator.next()),
  }
}
