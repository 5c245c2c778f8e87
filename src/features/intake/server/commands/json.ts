import { excessOfJson, MAX_JSON_DEPTH, MAX_VALUES } from '../../../../platform/wire/json.ts'

/** Why a body is not worth parsing, or cannot be; `null` when it is JSON. */
export function problemOfJson(text: string): string | null {
  if (text.trim() === '') return 'The request holds no JSON.'
  const excess = excessOfJson(text)
  if (excess === 'depth') return `The request nests deeper than ${MAX_JSON_DEPTH} levels.`
  if (excess === 'values') return `The request holds more than ${MAX_VALUES} values.`
  try {
    JSON.parse(text)
    return null
  } catch {
    return 'The request is not valid JSON.'
  }
}

/** JSON without the characters that the database does not store. */
export const parsedJson = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )

/** The same, with whole numbers that JavaScript would round as text: ids of others have up to 20 digits. */
export const parsedForeign = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
    return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value
  })
