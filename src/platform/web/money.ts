const whole = new Intl.NumberFormat('en-CA', {
  style: 'currency',
  currency: 'CAD',
  maximumFractionDigits: 0,
  currencyDisplay: 'narrowSymbol',
})
const short = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 })

/** Canadian dollars without decimals: $1,149,000. */
export const money = (dollars: number): string => whole.format(dollars)

/** $875K from 1,000 to under 1,000,000, $1.2M from there; at most one decimal, none when it would be 0. */
export function shortMoney(dollars: number): string {
  const size = Math.abs(dollars)
  if (size < 1_000) return money(dollars)
  const sign = dollars < 0 ? '-' : ''
  if (size >= 1_000_000) return `${sign}$${short.format(size / 1_000_000)}M`
  // 999,960 rounds to 1,000K, which nobody writes; it stays below the million it has not reached.
  return `${sign}$${short.format(Math.min(size / 1_000, 999.9))}K`
}
