import { ownRegion } from './region.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Formatters are slow to make and quick to use. */
function formatOf(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { locale, currency } = ownRegion()
  const key = `${name} ${locale} ${currency}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, { ...options, currency })
  formats.set(key, known)
  return known
}

const whole = { style: 'currency', maximumFractionDigits: 0, currencyDisplay: 'narrowSymbol' } as const

/** Dollars without decimals: $1,149,000. */
export const money = (dollars: number): string => formatOf('whole', whole).format(dollars)

const short = (value: number) => formatOf('short', { maximumFractionDigits: 1 }).format(value)

/** Up to here a price is a monthly rent, of which nobody rounds a hundred away. */
const MAX_RENT = 10_000

/** A rent in full ($1,650), the price of a home in short ($875K). */
export const priceInShort = (dollars: number): string => (dollars < MAX_RENT ? money(dollars) : shortMoney(dollars))

/** $875K from 1,000 to under 1,000,000, $1.2M from there; at most one decimal, none when it would be 0. */
export function shortMoney(dollars: number): string {
  const size = Math.abs(dollars)
  if (size < 1_000) return money(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size >= 1_000_000) return `${sign}$${short(size / 1_000_000)}M`
  // 999,960 rounds to 1,000K, which nobody writes; it stays below the million it has not reached.
  return `${sign}$${short(Math.min(size / 1_000, 999.9))}K`
}
