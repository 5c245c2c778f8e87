import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, ReadContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { openableLeads } from '../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import type { Snooze } from '../contract.ts'

type LeadOfAgent = Pick<Row<'leads'>, 'id' | 'agent_id'>

/** Writes until when leads are snoozed; `null` for no longer. Answers those of which that changed. */
export async function writeSnooze(ctx: Change, ids: readonly number[], until: Date | null): Promise<LeadOfAgent[]> {
  const { rows } = await sql<LeadOfAgent>`
    UPDATE leads SET snoozed_until = ${until}
    WHERE id = ANY(${[...ids]}::int[]) AND snoozed_until IS DISTINCT FROM ${until}::timestamptz
    RETURNING id, agent_id`.execute(ctx.db)
  return rows
}

/** Has a lead woken then. */
export async function planWaking(ctx: Change, leadId: number, until: Date): Promise<void> {
  await sql`
    INSERT INTO snoozes (lead_id, wakes_at, snoozed_by, created_at)
    VALUES (${leadId}, ${until}, ${ctx.author?.user_id ?? null}, ${ctx.now})
    ON CONFLICT (lead_id) DO UPDATE
      SET wakes_at = excluded.wakes_at, snoozed_by = excluded.snoozed_by, created_at = excluded.created_at`.execute(
    ctx.db,
  )
}

/** Leads need not be woken any more. */
export async function deleteWaking(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM snoozes WHERE lead_id = ANY(${[...ids]}::int[])`.execute(ctx.db)
}

/** Leads that are snoozed at this moment, of these. */
export async function snoozedOf(ctx: Change, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND snoozed_until > ${ctx.now}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Leads that were due, and those of them that are awake. */
interface DueSnoozes {
  /** How many were looked at; as many as were asked for means that there may be more. */
  looked: number
  woken: LeadOfAgent[]
}

/**
 * Takes up to so many leads whose snooze is over off the list of those to wake. A merge may have made one of them sleep longer:
 * that one is put off to its new time.
 */
export async function takeDue(ctx: Change, limit: number): Promise<DueSnoozes> {
  // The leads first, in the order of their ids, as everywhere: whoever snoozes one holds it before its row here.
  const { rows: leads } = await sql<LeadOfAgent>`
    SELECT id, agent_id FROM leads
    WHERE id IN (SELECT lead_id FROM snoozes WHERE wakes_at <= ${ctx.now} ORDER BY wakes_at, lead_id LIMIT ${limit})
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  const due = sql`s.lead_id = ANY(${leads.map(({ id }) => id)}::int[]) AND s.wakes_at <= ${ctx.now}`
  await sql`
    UPDATE snoozes s SET wakes_at = l.snoozed_until FROM leads l
    WHERE ${due} AND l.id = s.lead_id AND l.snoozed_until > ${ctx.now}`.execute(ctx.db)
  const { rows: ended } = await sql<Pick<Row<'snoozes'>, 'lead_id'>>`
    DELETE FROM snoozes s WHERE ${due} RETURNING lead_id`.execute(ctx.db)
  const awake = new Set(ended.map(({ lead_id }) => lead_id))
  return { looked: leads.length, woken: leads.filter(({ id }) => awake.has(id)) }
}

/** A page of the snoozed leads that the viewer may open, the first to wake first. */
export async function snoozePage(ctx: ReadContext, asked: PageInput): Promise<Page<Snooze>> {
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? instantCursors.read(asked.cursor) : null
  const where = sql`snoozed_until > ${ctx.now} AND NOT is_bogus AND ${visibleLeads(ctx)}
    AND ${openableLeads(ctx.viewer) ?? sql`true`}`
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'> & { date: string }>`
    SELECT id, first_name, last_name, snoozed_until AS date FROM leads WHERE ${where}
      ${after ? sql`AND (snoozed_until, id) > (${after.at}::timestamptz, ${after.id})` : sql``}
    ORDER BY snoozed_until, id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM leads WHERE ${where}`.execute(
    ctx.db,
  )
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    cursorAfter: ({ date, id }) => instantCursors.write({ at: date, id }),
  })
}
