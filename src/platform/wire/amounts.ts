/** How numbers and amounts are written somewhere. */
export interface Writing {
  /** As in "en-CA". */
  locale: string
  /** ISO code. */
  currency: string
}

const formats = new Map<string, Intl.NumberFormat>()

/** Formatters are slow to make and quick to use. */
function formatOf(name: string, { locale, currency }: Writing, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${name} ${locale} ${currency}`
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, { ...options, currency })
  formats.set(key, known)
  return known
}

const whole = { style: 'currency', maximumFractionDigits: 0, currencyDisplay: 'narrowSymbol' } as const

/** 12,340 */
export const countIn = ({ locale }: Writing, value: number): string => value.toLocaleString(locale)

/** Dollars without decimals: $1,149,000. */
export const moneyIn = (writing: Writing, dollars: number): string => formatOf('whole', writing, whole).format(dollars)

/** $875K from 1,000 to under 1,000,000, $1.2M from there; at most one decimal, none when it would be 0. */
export function shortMoneyIn(writing: Writing, dollars: number): string {
  const size = Math.abs(dollars)
  if (size < 1_000) return moneyIn(writing, dollars)
  const short = (value: number) => formatOf('short', writing, { maximumFractionDigits: 1 }).format(value)
  const sign = dollars < 0 ? '-' : ''
  if (size >= 1_000_000) return `${sign}$${short(size / 1_000_000)}M`
  // 999,960 rounds to 1,000K, which nobody writes; it stays below the million it has not reached.
  return `${sign}$${short(Math.min(size / 1_000, 999.9))}K`
}
