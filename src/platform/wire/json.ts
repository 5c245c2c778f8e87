/** The most values that a request may hold, as JSON or as a form: a list of 10,000 chosen records, and room beside it. */
export const MAX_VALUES = 20_000
/** How deep JSON from outside may nest. */
export const MAX_JSON_DEPTH = 32

/** What a JSON text has too much of. */
export type JsonExcess = 'depth' | 'values'

/**
 * Whether a JSON text nests deeper than `MAX_JSON_DEPTH` or holds more than `MAX_VALUES` values (lists and objects count
 * as one each); `null` when it may be parsed. Looks at each character once at most and allocates nothing, so that
 * refusing costs less than sending. Whether it is JSON at all is the parser's to say.
 */
export function excessOfJson(text: string): JsonExcess | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at)
        break
      case '[':
      case '{':
        values++
        if (++depth > MAX_JSON_DEPTH) return 'depth'
        break
      case ']':
      case '}':
        depth--
        break
      case ',':
        values++
        break
    }
    if (values > MAX_VALUES) return 'values'
  }
  return null
}

/** Where the string ends that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}
