/** Digits that people mistype: those within a country, not its code. */
const NATIONAL = 10
/** Digits that stay the same when only the area code was guessed. */
export const END_DIGITS = 7

/** Every number that is one mistyped digit or two swapped ones away, but for those that end alike. */
export function neighbouringNumbers(phone: string): string[] {
  const from = Math.max(1, phone.length - END_DIGITS - 1)
  const near = new Set<string>()
  for (let at = from; at < phone.length; at++) {
    const [before, after] = [phone.slice(0, at), phone.slice(at + 1)]
    for (let digit = 0; digit <= 9; digit++) near.add(`${before}${digit}${after}`)
    if (after !== '') near.add(`${before}${after[0]}${phone[at]}${after.slice(1)}`)
  }
  return [...near].filter(number => number.slice(-END_DIGITS) !== phone.slice(-END_DIGITS))
}

/** Whether two numbers differ by one mistyped digit, or by two swapped ones. */
export function isMistyped(a: string, b: string): boolean {
  if (a === b || a.length !== b.length) return false
  const apart = [...a].flatMap((digit, at) => (digit === b[at] ? [] : [at]))
  const [first = -1, second = -1] = apart
  if (first < a.length - NATIONAL) return false
  if (apart.length === 1) return true
  return apart.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first]
}

/** Whether two numbers end alike and differ in what comes before. */
export const endsAlike = (a: string, b: string): boolean => a !== b && a.slice(-END_DIGITS) === b.slice(-END_DIGITS)
