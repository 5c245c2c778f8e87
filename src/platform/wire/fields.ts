import { z } from 'zod'
import { excessOfJson } from './json.ts'

/** An instant on the wire: UTC, ISO 8601 with a six-digit fraction and Z (specification, business areas §5). */
export const Instant = z.string().meta({ format: 'date-time', description: 'UTC, as 2026-01-02T03:04:05.000000Z' })

/** An instant as every answer has it: with six digits after the second, as the database writes them. */
export const instantText = (at: Date): string => at.toISOString().replace(/Z$/, '000Z')

const SQL_INSTANT = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}):(\d{2}:\d{2})$/

/** More digits than any clock has are no instant. */
const MAX_INSTANT_LENGTH = 50

/** Reads an instant written as ISO 8601 or as `yyyy-MM-dd HH:mm:ss`, which is UTC; `null` when it is neither. */
export function parseInstant(text: string): Date | null {
  if (text.length > MAX_INSTANT_LENGTH) return null
  const sql = SQL_INSTANT.exec(text)
  const iso = sql ? `${sql[1]}T${(sql[2] ?? '').padStart(2, '0')}:${sql[3]}Z` : text
  if (!z.iso.datetime({ offset: true }).safeParse(iso).success) return null
  const date = new Date(iso)
  return !isStorable(date) || (sql && !isCalendarDate(sql[1] ?? '')) ? null : date
}

/** An offset can carry an instant out of the four-digit years, which have neither a year 0 nor a year 10,000. */
const isStorable = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

/** An instant that a caller sends, in either of the two accepted forms. */
export const InstantInput = z.string().refine(text => parseInstant(text) !== null, {
  error: 'must be a time such as 2026-01-02T03:04:05Z or 2026-01-02 03:04:05',
})

/** Whether `text` is a day that exists, as yyyy-MM-dd. There is no year 0: 1 BC came before AD 1. */
export const isCalendarDate = (text: string): boolean =>
  text.length === 10 && !text.startsWith('0000') && z.iso.date().safeParse(text).success

/** A day, yyyy-MM-dd, that exists. */
export const CalendarDate = z.string().refine(isCalendarDate, { error: 'must be a day that exists, as yyyy-MM-dd' })

/** The largest number of PostgreSQL's `int`, which ids and counts are. */
export const MAX_INT = 2_147_483_647

/** The id of a record. */
export const Id = z.int().min(1).max(MAX_INT)

/**
 * The number of a record at another service, in a column of eight bytes: larger than ours may become, and refused where
 * JavaScript no longer holds it exactly.
 */
export const ForeignId = z.int().min(1).meta({ format: 'int64' })

/** One line of text that somebody types: trimmed, at most `max` characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `must be at most ${max} characters` })

/** Text that holds JSON of the given shape, as some fields of the specification travel. */
export const jsonText = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      if (excessOfJson(text) !== null) {
        context.addIssue({ code: 'custom', message: 'holds too much' })
        return z.NEVER
      }
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'must be valid JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)

/** An answer without content. */
export const Nothing = z.object({})

/**
 * A record that a feature further up puts into an answer. `Known` has the types that such features declared by field; a
 * field that nobody declared is any record. The feature that owns the record has its schema.
 */
export const foreignRecord = <Known, Field extends string>() =>
  z.record(z.string(), z.unknown()) as unknown as z.ZodType<
    Field extends keyof Known ? Known[Field] : Record<string, unknown>
  >
