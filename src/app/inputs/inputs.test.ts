import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allCalls } from '../../platform/server/feature.ts'
import { MAX_INT } from '../../platform/wire/fields.ts'
import { product } from '../features.server.ts'

interface JsonSchema {
  type?: string
  format?: string
  minimum?: number
  maximum?: number
  enum?: unknown[]
  [key: string]: unknown
}

/** Numbers of a schema that may be larger than a column of the database, by where they are. */
function unboundedNumbers(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, format, minimum, maximum, enum: options } = schema as JsonSchema
  // Of what stands in a column of eight bytes, JavaScript is the limit.
  const most = format === 'int64' ? Number.MAX_SAFE_INTEGER : MAX_INT
  const isUnbounded =
    !options &&
    (type === 'integer' || type === 'number') &&
    !((maximum ?? 2 ** 53) <= most && (minimum ?? -(2 ** 53)) >= -MAX_INT - 1)
  return [
    ...(isUnbounded ? [path] : []),
    ...Object.entries(schema).flatMap(([key, part]) => unboundedNumbers(part, `${path}.${key}`)),
  ]
}

describe('what a call takes', () => {
  const calls = allCalls(product.features).flatMap(({ name, call }) =>
    call.input ? [{ name, input: call.input }] : [],
  )

  it.each(calls)('$name takes no number that is larger than the database can hold', ({ input }) => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' })
    expect(unboundedNumbers(schema, 'input')).toEqual([])
  })
})
