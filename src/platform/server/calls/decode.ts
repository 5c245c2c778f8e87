import { z } from 'zod'
import { type Call, parameterNames } from '../../wire/call.ts'
import type { FieldErrors } from '../../wire/envelope.ts'
import { Id } from '../../wire/fields.ts'
import { invalid, notFound } from '../errors.ts'
import { problemOf } from '../problems.ts'
import { strictInput } from './strict.ts'

type Definition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: z.core.$ZodType): Definition => (schema as z.core.$ZodTypes)._zod.def

/**
 * Turns what forms can say (text, and lists as objects with numbers for keys) into what the schema expects:
 * numbers, booleans as 0/1/true/false, an empty text as "cleared" where the field may be empty.
 * What does not fit is passed on untouched, for the schema to refuse in its own words.
 */
export function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
      return value === '' && !takesEmptyText(definition.innerType) && !isList(definition.innerType)
        ? undefined
        : coerce(definition.innerType, value)
    case 'nullable':
      return value === '' ? null : coerce(definition.innerType, value)
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return coerce(definition.innerType, value)
    case 'pipe':
      return coerce(definition.in, value)
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value
    case 'boolean':
      return booleanOf(value)
    case 'array':
      return listOf(value).map(item => coerce(definition.element, item))
    case 'object':
      return coerceFields(definition.shape, value)
    case 'union':
      return coerceUnion(definition.options, value)
    case 'literal':
      return definition.values.find(allowed => String(allowed) === String(value)) ?? value
    default:
      return value
  }
}

const takesEmptyText = (schema: z.core.$ZodType): boolean => {
  const definition = definitionOf(schema)
  return (
    definition.type === 'string' ||
    definition.type === 'nullable' ||
    // A field that was optional before all of them became so, as by `partial`, is optional twice.
    (definition.type === 'optional' && takesEmptyText(definition.innerType)) ||
    (definition.type === 'pipe' && takesEmptyText(definition.in))
  )
}

/** An empty text for a list is a list without values. */
const isList = (schema: z.core.$ZodType): boolean => {
  const definition = definitionOf(schema)
  return definition.type === 'array' || (definition.type === 'union' && definition.options.some(isList))
}

function booleanOf(value: unknown): unknown {
  if (value === '1' || value === 'true' || value === 1) return true
  if (value === '0' || value === 'false' || value === 0) return false
  return value
}

function listOf(value: unknown): unknown[] {
  // A form says "no values" as `tags[]=`.
  if (Array.isArray(value)) return value.length === 1 && value[0] === '' ? [] : value
  if (value === '' || value === undefined || value === null) return []
  if (typeof value === 'object' && Object.keys(value).every(key => /^\d+$/.test(key))) return Object.values(value)
  return [value]
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function coerceFields(shape: Readonly<Record<string, z.core.$ZodType>>, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
      return [key, schema ? coerce(schema, field) : field]
    }),
  )
}

function coerceUnion(options: readonly z.core.$ZodType[], value: unknown): unknown {
  for (const option of options) {
    const candidate = coerce(option, value)
    if (z.safeParse(option, candidate).success) return candidate
  }
  return value
}

/** The most sentences that a refusal holds: a caller mends what is named and asks again. */
const MAX_FIELD_ERRORS = 20
/** The name of a field that a caller made up is cut here. */
const MAX_FIELD_NAME = 100

/** Sentences by field, with nested fields as `areas.0.area_id`: the first 20 of them. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
  // A map, because fields are named by callers: an object has a "constructor" from the start.
  const fields = new Map<string, string[]>()
  for (const [field, sentence] of sentencesOf(error).take(MAX_FIELD_ERRORS))
    fields.set(field, [...(fields.get(field) ?? []), sentence])
  return Object.fromEntries(fields)
}

function* sentencesOf(error: z.ZodError): Generator<[field: string, sentence: string], void, unknown> {
  for (const issue of error.issues) {
    const field = fieldName(issue.path)
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) yield [fieldName([...issue.path, key]), `${fieldName([key])} is not a known field.`]
    else yield [field || 'request', sentenceOf(subjectOf(issue.path), issue)]
  }
}

const fieldName = (path: readonly PropertyKey[]): string => {
  const name = path.join('.')
  return name.length > MAX_FIELD_NAME ? `${name.slice(0, MAX_FIELD_NAME).toWellFormed()}…` : name
}

/** The field in a sentence: one value of a list by its place, as people count, "Value 1 of roles". */
function subjectOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  return typeof last === 'number' && path.length > 1
    ? `Value ${last + 1} of ${fieldName(path.slice(0, -1))}`
    : fieldName(path)
}

function sentenceOf(field: string, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is required.`
  const text = issue.message.replace(/\.$/, '')
  // What a schema says in its own words goes on after the name of the field, or is a sentence of its own.
  return /^[a-z]/.test(text) ? `${field} ${text}.` : `${text}.`
}

/** Reads the input of one call; made once per call, when the server starts. */
export function decoderOf(call: Call): (params: Record<string, string>, body: unknown) => Record<string, unknown> {
  const schema = strictInput(call)
  const ignored = new Set(call.ignores)
  const paramsSchema = parameterSchema(call)
  return (params, body) => {
    const parameters = paramsSchema.safeParse(coerce(paramsSchema, params))
    if (!parameters.success || unwritableText(parameters.data, '') !== null) throw notFound('page')
    const given = Object.fromEntries(
      Object.entries(isPlainObject(body) ? body : {}).filter(([key]) => !ignored.has(key)),
    )
    const input = schema.safeParse(coerce(schema, given), { reportInput: true, error: problemOf })
    if (!input.success) throw invalid(fieldErrorsOf(input.error))
    const unwritable = unwritableText(input.data, '')
    if (unwritable !== null) throw invalid({ [unwritable]: [`${unwritable} contains an invalid character.`] })
    return { ...input.data, ...parameters.data }
  }
}

/** The field with a text that PostgreSQL does not take: with a null character, or half of a character of two. */
function unwritableText(value: unknown, field: string): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? field : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = unwritableText(item, field === '' ? key : `${field}.${key}`)
    if (found !== null) return found
  }
  return null
}

function parameterSchema(call: Call): z.ZodObject {
  const standard = parameterNames(call.path).map(name => [
    name,
    /^id$|Id$/.test(name) ? Id : z.string().min(1).max(200),
  ])
  return z.object({ ...Object.fromEntries(standard), ...call.params?.shape })
}
