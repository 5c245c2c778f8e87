import { subDays } from 'date-fns'
import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { knownZone } from '../../../campaigns/rules/schedule.ts'
import { milestoneTypes } from '../../../milestones/rules.ts'
import type { Trigger } from '../../contract/definition.ts'
import type { DateField } from '../../rules/definition.ts'
import { dayReachedAt } from '../../rules/wait.ts'

/** A span of time: what happened after its start, up to its end. */
export interface Span {
  from: Date
  to: Date
}

/** A lead whose time came. */
export interface TimedLead {
  lead_id: number
  /** ISO 8601. */
  at: string
}

const contactTypes = milestoneTypes.flatMap(({ id, contact }) => (contact ? id : []))
const listed = sql`l.deleted_at IS NULL AND NOT l.is_bogus`
const ofAgent = (agentId: number | null) => (agentId === null ? sql`true` : sql`l.agent_id = ${agentId}`)

/** Leads of whom nothing was heard for so many days, by when those days were over; as they stand now. */
async function quietNow({ db }: QueryContext, days: number, { from, to }: Span, agentId: number | null) {
  const since = sql`${from}::timestamptz - make_interval(days => ${days})`
  const until = sql`${to}::timestamptz - make_interval(days => ${days})`
  // Two spans of two lists that are kept in order, instead of a look at every lead.
  const { rows } = await sql<TimedLead>`
    SELECT quiet.id AS lead_id, quiet.since + make_interval(days => ${days}) AS at FROM (
      SELECT l.id, l.last_contacted_at AS since FROM leads l
      WHERE ${listed} AND ${ofAgent(agentId)} AND l.contacted_key > ${since} AND l.contacted_key <= ${until}
      UNION ALL
      SELECT l.id, l.created_at FROM leads l
      WHERE ${listed} AND ${ofAgent(agentId)} AND l.last_contacted_at IS NULL
        AND l.created_at > ${since} AND l.created_at <= ${until}) quiet
    ORDER BY at, quiet.id`.execute(db)
  return rows
}

/** The same of the past: days after a contact, or after they became a lead, in which none followed. */
async function quietThen({ db }: QueryContext, days: number, { from, to }: Span, agentId: number | null) {
  const { rows } = await sql<TimedLead>`
    WITH contacts AS (
      SELECT m.lead_id, m.happened_at AS at FROM milestones m
      WHERE m.milestone_type_id = ANY(${contactTypes}::smallint[]) AND m.happened_at > ${from}::timestamptz - make_interval(days => ${days})
      UNION ALL SELECT id, created_at FROM leads WHERE created_at > ${from}::timestamptz - make_interval(days => ${days})),
    gaps AS (SELECT lead_id, at, lead(at) OVER (PARTITION BY lead_id ORDER BY at) AS next FROM contacts)
    SELECT g.lead_id, g.at + make_interval(days => ${days}) AS at FROM gaps g JOIN leads l ON l.id = g.lead_id
    WHERE ${listed} AND ${ofAgent(agentId)} AND g.at <= ${to}::timestamptz - make_interval(days => ${days})
      AND (g.next IS NULL OR g.next > g.at + make_interval(days => ${days}))
    ORDER BY at, g.lead_id`.execute(db)
  return rows
}

/** What a date is of a lead: a day of the calendar, or an instant whose day is the one where the lead is. */
interface DatedLead {
  lead_id: number
  /** yyyy-MM-dd. */
  day: string | null
  /** ISO 8601. */
  instant: string | null
  zone: string
}

const dates: Readonly<Record<DateField, ReturnType<typeof sql>>> = {
  created_at: sql`SELECT id AS lead_id, NULL::date AS day, created_at AS instant FROM leads`,
  claimed_at: sql`SELECT id AS lead_id, NULL::date AS day, claimed_at AS instant FROM leads WHERE claimed_at IS NOT NULL`,
  move_in_date: sql`
    SELECT DISTINCT ON (lead_id) lead_id, move_in_date AS day, NULL::timestamptz AS instant FROM lead_requests
    WHERE move_in_date IS NOT NULL ORDER BY lead_id, created_at DESC`,
  close_date: sql`
    SELECT DISTINCT c.lead_id, d.close_date::date AS day, NULL::timestamptz AS instant
    FROM deals d JOIN deal_clients c ON c.deal_id = d.id WHERE d.close_date IS NOT NULL AND c.lead_id IS NOT NULL`,
}

/** Leads one of whose dates came, so many days before or after, at a time of day where they are. */
async function datesReached(
  { db }: QueryContext,
  { field, offset_days, time }: Extract<Trigger, { kind: 'date_reached' }>,
  { from, to }: Span,
  agentId: number | null,
): Promise<TimedLead[]> {
  // Days begin at most 14 hours apart; which of the leads near the span are in it is decided where they are.
  const { rows } = await sql<DatedLead>`
    SELECT found.lead_id, found.day::text AS day, found.instant, l.zone FROM (${dates[field]}) found
    JOIN leads l ON l.id = found.lead_id
    WHERE ${listed} AND ${ofAgent(agentId)} AND coalesce(found.instant, found.day::timestamptz)
      BETWEEN ${subDays(from, offset_days + 2)} AND ${subDays(to, offset_days - 2)}`.execute(db)
  return rows
    .map(({ lead_id, day, instant, zone }) => ({
      lead_id,
      at: dayReachedAt(day ?? new Date(instant ?? 0), { offset_days, time, zone: knownZone(zone, region.zone) }),
    }))
    .filter(({ at }) => at > from && at <= to)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.lead_id - b.lead_id)
    .map(({ lead_id, at }) => ({ lead_id, at: at.toISOString() }))
}

type Timed = Extract<Trigger, { kind: 'no_contact' | 'date_reached' }>

/** Whether a trigger is the clock's to bring about. */
export const isTimed = (trigger: Trigger): trigger is Timed =>
  trigger.kind === 'no_contact' || trigger.kind === 'date_reached'

/** The leads for whom a trigger of the clock came in a span. `isPast`: of a span that is long over. */
export const timedLeads = (
  ctx: QueryContext,
  trigger: Timed,
  span: Span,
  { agent_id, isPast }: { agent_id: number | null; isPast: boolean },
): Promise<TimedLead[]> => {
  if (trigger.kind === 'date_reached') return datesReached(ctx, trigger, span, agent_id)
  return isPast ? quietThen(ctx, trigger.days, span, agent_id) : quietNow(ctx, trigger.days, span, agent_id)
}

/** Up to when the clock was looked at for an automation, locked; `null` when it is off, or another process is at it. */
export async function lockSwept({ db }: Change, id: number): Promise<Date | null> {
  const { rows } = await sql<{ swept_until: string }>`
    SELECT swept_until FROM automations WHERE id = ${id} AND state = 'on' AND deleted_at IS NULL AND swept_until IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED`.execute(db)
  return rows[0] ? new Date(rows[0].swept_until) : null
}

/** Writes up to when the clock was looked at. */
export async function writeSwept({ db, now }: Change, id: number): Promise<void> {
  await sql`UPDATE automations SET swept_until = ${now} WHERE id = ${id}`.execute(db)
}
