import { type RawBuilder, sql } from 'kysely'
import type { Actor, AuditedChange, RequestInfo, Viewer } from '../context.ts'
import type { Db } from './database.ts'

/** What goes into the log for one write. */
export interface AuditEntry {
  call: string
  viewer: Pick<Viewer, 'user_id'> | null
  actor: Pick<Actor, 'user_id'> | null
  request: RequestInfo | null
  input: unknown
  changes: readonly AuditedChange[]
  outcome?: string
}

/** Fields that never reach the log. */
const SECRET_FIELD = /password|token|secret|code$|authorization/i
const LONGEST_TEXT = 4000

/** A copy without secrets, and with over-long texts cut. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1000).map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      SECRET_FIELD.test(key) && !/country_code/.test(key) ? '[hidden]' : withoutSecrets(field),
    ]),
  )
}

/** The statement that adds one entry; the table refuses to have it changed or taken away. */
export function auditStatement(entry: AuditEntry): RawBuilder<unknown> {
  const [subject] = entry.changes
  return sql`
    INSERT INTO audit_entries (actor_user_id, viewer_user_id, call, subject, subject_id, input, changes, outcome, request_id, address, user_agent)
    VALUES (
      ${entry.actor?.user_id ?? null}, ${entry.viewer?.user_id ?? null}, ${entry.call},
      ${subject?.subject ?? null}, ${subject?.subject_id ?? null}::text,
      ${JSON.stringify(withoutSecrets(entry.input))}::jsonb,
      ${entry.changes.length > 0 ? JSON.stringify(withoutSecrets(entry.changes)) : null}::jsonb,
      ${entry.outcome ?? 'done'}, ${entry.request?.id ?? null}, ${entry.request?.address ?? null}, ${entry.request?.user_agent ?? null}
    )`
}

/** Writes one entry. */
export async function writeAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await auditStatement(entry).execute(db)
}
