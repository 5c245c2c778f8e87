import { type RawBuilder, sql } from 'kysely'
import { milestoneType } from '../../../milestones/rules.ts'

/** A part of a statement. */
export type Fragment = RawBuilder<unknown>

const { call, text, email } = milestoneType
/** Options of texts and e-mails that came from the lead. */
const received = sql.join([sql.lit(text * 100 + 2), sql.lit(email * 100 + 2)])

/**
 * Calls, texts and e-mails that somebody made, wrote or sent, of milestones that go by this name. The condition on types is that
 * of the indexes of contacts.
 */
export const isContact = (name: string): Fragment => sql`
  ${sql.ref(`${name}.milestone_type_id`)} IN (${sql.lit(call)}, ${sql.lit(text)}, ${sql.lit(email)})
  AND ${sql.ref(`${name}.deleted_at`)} IS NULL
  AND coalesce(${sql.ref(`${name}.milestone_option_id`)}, 0) NOT IN (${received})`

const isCall = sql`f.type = ${sql.lit(call)}`

/** What is counted of contacts `f`: the numbers that are kept by day and person. */
export const contactNumbers = {
  calls: isCall,
  calls_connected: sql`${isCall} AND f.option = ${sql.lit(call * 100 + 1)}`,
  messages: sql`NOT (${isCall})`,
} as const

export type ContactNumber = keyof typeof contactNumbers
