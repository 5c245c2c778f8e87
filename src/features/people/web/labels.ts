/** The name of a permission or feature in words: "view_all_leads" reads "View all leads". */
export function readableName(name: string): string {
  const text = name.replace(/[_-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const BROWSERS: readonly [RegExp, string][] = [
  [/median|gonative/i, 'the app'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A device as a person would name it: "Safari on Mac". */
export function deviceOf(userAgent: string | null): string {
  const named = (known: readonly [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const parts = [named(BROWSERS), named(SYSTEMS)].filter(part => part !== undefined)
  const text = parts.join(' on ') || 'Unknown device'
  return text.charAt(0).toUpperCase() + text.slice(1)
}
