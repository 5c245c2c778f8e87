import { priceInShort } from '../../../../platform/web/money.ts'

interface Prices {
  price_min: number | null
  price_max: number | null
}

/** "$1.1M to $1.3M"; "–" where nothing is known. */
export function priceRange({ price_min, price_max }: Prices): string {
  if (price_min && price_max && price_min !== price_max)
    return `${priceInShort(price_min)} to ${priceInShort(price_max)}`
  if (price_max) return priceInShort(price_max)
  return price_min ? `from ${priceInShort(price_min)}` : '–'
}

/** The one price of a row: the highest that the lead would pay. */
export const rowPrice = ({ price_min, price_max }: Prices): string =>
  price_max || price_min ? priceInShort(price_max ?? price_min ?? 0) : '–'

/** "Riverdale, Leslieville +1". */
export const areasText = (names: readonly string[], more: number): string =>
  names.length === 0 ? '–' : `${names.join(', ')}${more > 0 ? ` +${more}` : ''}`

/** "phone and e-mail": the ways to reach somebody. */
export function reachText({ call, email, text }: { call: boolean; email: boolean; text: boolean }): string {
  const ways = [call && 'phone', email && 'e-mail', text && 'text'].filter(way => way !== false)
  if (ways.length === 0) return 'no way that works'
  return ways.length === 1 ? `${ways[0]}` : `${ways.slice(0, -1).join(', ')} and ${ways.at(-1)}`
}
