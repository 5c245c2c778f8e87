import type { z } from 'zod'

const kinds: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be 0 or 1',
  array: 'must be a list',
  object: 'must have fields of its own',
  record: 'must have fields of its own',
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a web address',
}

const plural = (count: number | bigint, one: string): string =>
  Number(count) === 1 ? `one ${one}` : `${count} ${one}s`

function sizeOf(origin: string, limit: number | bigint, bound: 'least' | 'most'): string {
  if (origin === 'string') return `must have at ${bound} ${plural(limit, 'character')}`
  if (origin === 'array' || origin === 'set') return `must have at ${bound} ${plural(limit, 'value')}`
  return `must be at ${bound} ${limit}`
}

/**
 * What is wrong with a value, to be read after the name of its field, where the schema has no words of its own.
 * `undefined` leaves it to the library.
 */
export function problemOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected]
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return sizeOf(issue.origin, issue.minimum, 'least')
    case 'too_big':
      return sizeOf(issue.origin, issue.maximum, 'most')
    case 'invalid_format':
      return formats[issue.format] ?? 'must be written differently'
    case 'invalid_union':
      return 'must have one of the accepted forms'
    case 'unrecognized_keys':
      // Each of them gets a sentence of its own: the library would first write all of them into one.
      return 'has unknown fields'
    default:
      return undefined
  }
}
