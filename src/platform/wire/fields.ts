import { z } from 'zod'

/** An instant on the wire: UTC, ISO 8601 with a six-digit fraction and Z (specification, business areas §5). */
export const Instant = z.string().meta({ format: 'date-time', description: 'UTC, as 2026-01-02T03:04:05.000000Z' })

const SQL_INSTANT = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}):(\d{2}:\d{2})$/

/** Reads an instant written as ISO 8601 or as `yyyy-MM-dd HH:mm:ss`, which is UTC; `null` when it is neither. */
export function parseInstant(text: string): Date | null {
  const sql = SQL_INSTANT.exec(text)
  const iso = sql ? `${sql[1]}T${(sql[2] ?? '').padStart(2, '0')}:${sql[3]}Z` : text
  if (!z.iso.datetime({ offset: true }).safeParse(iso).success) return null
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) || (sql && !isCalendarDate(sql[1] ?? '')) ? null : date
}

/** An instant that a caller sends, in either of the two accepted forms. */
export const InstantInput = z.string().refine(text => parseInstant(text) !== null, {
  error: 'must be a time such as 2026-01-02T03:04:05Z or 2026-01-02 03:04:05',
})

/** Whether `text` is a day that exists, as yyyy-MM-dd. */
export const isCalendarDate = (text: string): boolean => z.iso.date().safeParse(text).success

/** A day, yyyy-MM-dd, that exists. */
export const CalendarDate = z.string().refine(isCalendarDate, { error: 'must be a day that exists, as yyyy-MM-dd' })

/** The id of a record. */
export const Id = z.int().min(1).max(2_147_483_647)

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
