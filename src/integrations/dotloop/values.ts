/**
 * Reads an amount as Dotloop has it: text that a person typed, such as "650,000", "$1,149,000.00" or "CAD 2 500".
 * `null` for what is empty or not clearly one amount; never a guess.
 */
export function readAmount(text: string | null | undefined): number | null {
  const plain = (text ?? '').replace(/^\s*(?:CAD|C\$|CA\$)/i, '').replace(/[$\s\u00a0\u202f]/g, '')
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(plain)) return null
  return Number(plain.replaceAll(',', ''))
}

/** Reads a day as Dotloop has it ("06/15/2016", month first) as yyyy-MM-dd; `null` for a day that does not exist. */
export function readDay(text: string | null | undefined): string | null {
  const parts = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text ?? '')
  const iso = parts
    ? `${parts[3]}-${(parts[1] ?? '').padStart(2, '0')}-${(parts[2] ?? '').padStart(2, '0')}`
    : /^\s*(\d{4}-\d{2}-\d{2})\s*$/.exec(text ?? '')?.[1]
  if (!iso) return null
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso
}
