import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext } from '../../../platform/server/context.ts'
import type { RowAs } from '../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import type { auditCalls } from '../contract.ts'
import type { StoredEntry } from './commands.ts'

export type AuditFilters = InputOf<typeof auditCalls.list>

/** Entries that are read at once when all of them are wanted. */
const BATCH = 500

/** The log batch by batch, newest first, so many entries at the most. */
export async function* auditBatches(
  ctx: ReadContext,
  filters: InputOf<typeof auditCalls.export>,
  most: number,
): AsyncGenerator<StoredEntry[]> {
  const where = conditionOf(filters, ctx.viewer.zone)
  let last: number | null = null
  for (let read = 0; read < most; ) {
    const before: RawBuilder<unknown> = last === null ? sql`` : sql`AND e.id < ${last}::bigint`
    const limit = Math.min(BATCH, most - read)
    const { rows } = await selectEntries(
      sql`SELECT * FROM audit_entries e WHERE ${where} ${before} ORDER BY e.id DESC LIMIT ${limit}`,
    ).execute(ctx.db)
    if (rows.length > 0) yield rows
    read += rows.length
    last = rows.at(-1)?.id ?? null
    if (rows.length < limit) return
  }
}

/** The log, newest first. */
export async function auditEntries(ctx: ReadContext, filters: AuditFilters): Promise<Page<StoredEntry>> {
  const { limit, offset } = windowOf(filters)
  const before = filters.cursor ? sql`AND e.id < ${idCursors.read(filters.cursor)}::bigint` : sql``
  const where = conditionOf(filters, ctx.viewer.zone)
  const { rows } = await selectEntries(
    sql`SELECT * FROM audit_entries e WHERE ${where} ${before} ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`,
  ).execute(ctx.db)
  const total = await countUpTo(ctx, where)
  return pageOf(rows, { asked: filters, total, cursorAfter: ({ id }) => idCursors.write(id) })
}

/** One entry; `null` when there is none. */
export async function auditEntry(ctx: QueryContext, id: number): Promise<StoredEntry | null> {
  const { rows } = await selectEntries(sql`SELECT * FROM audit_entries WHERE id = ${id}`).execute(ctx.db)
  return rows[0] ?? null
}

const selectEntries = (chosen: RawBuilder<unknown>) => sql<
  RowAs<'audit_entries', StoredEntry, 'input' | 'changes'>
>`SELECT e.id, e.at, e.call, e.subject, e.subject_id, e.input, e.changes, e.outcome, e.request_id, e.address, e.user_agent,
    ${nameOf('actor')} AS actor,
    CASE WHEN e.viewer_user_id IS DISTINCT FROM e.actor_user_id THEN ${nameOf('viewer')} END AS acting_as
  FROM (${chosen}) e
  LEFT JOIN users actor ON actor.id = e.actor_user_id
  LEFT JOIN users viewer ON viewer.id = e.viewer_user_id
  ORDER BY e.id DESC`

const nameOf = (alias: 'actor' | 'viewer'): RawBuilder<unknown> => {
  const user = sql.ref(alias)
  return sql`CASE WHEN ${user}.id IS NOT NULL THEN jsonb_build_object(
    'id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name)) END`
}

async function countUpTo(ctx: ReadContext, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM audit_entries e WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) counted`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? 0
}

function conditionOf(
  { user_id, subject, subject_id, call, outcome, refused, while_acting, from, to }: AuditFilters,
  zone: string,
): RawBuilder<boolean> {
  const parts = [
    user_id ? sql`(e.actor_user_id = ${user_id} OR e.viewer_user_id = ${user_id})` : null,
    ...recordConditions(subject, subject_id),
    call ? sql`position(lower(${call}) IN lower(e.call)) > 0` : null,
    outcome ? sql`e.outcome = ${outcome}` : null,
    refused ? sql`e.outcome <> 'done'` : null,
    while_acting ? sql`e.actor_user_id <> e.viewer_user_id` : null,
    from ? sql`e.at >= ${startOf(from, zone)}` : null,
    to ? sql`e.at < ${addDays(startOf(to, zone), 1)}` : null,
  ].filter(part => part !== null)
  return sql<boolean>`${parts.length > 0 ? sql.join(parts, sql` AND `) : sql`true`}`
}

/** A record is asked for by kind and id: then every entry that names it counts, whatever else the entry is about. */
function recordConditions(subject: string | undefined, subject_id: string | undefined): RawBuilder<unknown>[] {
  if (subject && subject_id)
    return [sql`audit_references(e.subject, e.subject_id, e.changes) @> ARRAY[${`${subject} ${subject_id}`}]`]
  if (subject) return [sql`e.subject = ${subject}`]
  return subject_id ? [sql`e.subject_id = ${subject_id}`] : []
}

const startOf = (day: string, zone: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, date, zone)
}
