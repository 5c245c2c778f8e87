import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { type RawBuilder, sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import type { RowAs } from '../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import type { AuditEntry, auditCalls } from '../contract.ts'

export type AuditFilters = InputOf<typeof auditCalls.list>

/** The log, newest first. */
export async function auditEntries(ctx: ReadContext, filters: AuditFilters): Promise<Page<AuditEntry>> {
  const { limit, offset } = windowOf(filters)
  const before = filters.cursor ? sql`AND e.id < ${idCursors.read(filters.cursor)}::bigint` : sql``
  const where = conditionOf(filters, ctx.viewer.zone)
  const { rows } = await sql<RowAs<'audit_entries', AuditEntry, 'input' | 'changes'>>`
    SELECT e.id, e.at, e.call, e.subject, e.subject_id, e.input, e.changes, e.outcome, e.request_id, e.address, e.user_agent,
      ${nameOf('actor')} AS actor,
      CASE WHEN e.viewer_user_id IS DISTINCT FROM e.actor_user_id THEN ${nameOf('viewer')} END AS acting_as
    FROM (
      SELECT * FROM audit_entries e WHERE ${where} ${before} ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}
    ) e
    LEFT JOIN users actor ON actor.id = e.actor_user_id
    LEFT JOIN users viewer ON viewer.id = e.viewer_user_id
    ORDER BY e.id DESC`.execute(ctx.db)
  const total = await countUpTo(ctx, where)
  return pageOf(rows, { path: 'audit', asked: filters, total, cursorAfter: ({ id }) => idCursors.write(id) })
}

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
  { user_id, subject, subject_id, call, outcome, from, to }: AuditFilters,
  zone: string,
): RawBuilder<boolean> {
  const parts = [
    user_id ? sql`(e.actor_user_id = ${user_id} OR e.viewer_user_id = ${user_id})` : null,
    subject ? sql`e.subject = ${subject}` : null,
    subject_id ? sql`e.subject_id = ${subject_id}` : null,
    call ? sql`position(lower(${call}) IN lower(e.call)) > 0` : null,
    outcome ? sql`e.outcome = ${outcome}` : null,
    from ? sql`e.at >= ${startOf(from, zone)}` : null,
    to ? sql`e.at < ${addDays(startOf(to, zone), 1)}` : null,
  ].filter(part => part !== null)
  return sql<boolean>`${parts.length > 0 ? sql.join(parts, sql` AND `) : sql`true`}`
}

const startOf = (day: string, zone: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, date, zone)
}
