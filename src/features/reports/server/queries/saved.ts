import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { ReportSchedule, ReportSharing, SavedReport } from '../../contract.ts'
import type { Length } from '../../rules/lengths.ts'
import { mailedPages, type SavedName } from '../../rules/reports.ts'
import type { Asking } from '../queries/scope.ts'

/** A saved report as the viewer sees it, with the owner's id. */
export interface StoredReport extends Omit<SavedReport, 'is_own' | 'may_change'> {
  user_id: number
  /** Whether the viewer leads the team that it is shared with. */
  leads_team: boolean
}

const named = (id: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`CASE WHEN ${id} IS NOT NULL THEN jsonb_build_object('id', ${id}, 'name', ${name}) END`

const from = ({ viewer }: Asking) => sql`
  SELECT r.id, r.user_id, r.name, r.report, r.length, r.from_day::text AS "from", r.to_day::text AS "to", r.sharing,
    ${named(sql`t.id`, sql`t.name`)} AS team, ${named(sql`s.id`, sql`s.name`)} AS shared_team,
    jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS owner,
    coalesce(s.lead_agent_id = ${viewer.agent_id}::int, false) AS leads_team,
    CASE WHEN h.id IS NOT NULL THEN jsonb_build_object('every', h.every, 'day', h.day, 'hour', h.hour) END AS schedule,
    (SELECT max(sent_at) FROM report_sendings WHERE schedule_id = h.id) AS last_sent_at,
    (SELECT problem FROM report_sendings WHERE schedule_id = h.id ORDER BY day DESC LIMIT 1) AS last_problem
  FROM saved_reports r JOIN users u ON u.id = r.user_id LEFT JOIN teams t ON t.id = r.team_id
  LEFT JOIN teams s ON s.id = r.shared_team_id
  LEFT JOIN report_schedules h ON h.saved_report_id = r.id AND h.user_id = ${viewer.user_id}`

/** Reports that exist for the viewer: their own, those of their team, and those for everybody. */
const visible = ({ viewer }: Asking) => sql`(
  r.user_id = ${viewer.user_id} OR r.sharing = 'all' OR r.sharing = 'team' AND (
    s.lead_agent_id = ${viewer.agent_id}::int
    OR EXISTS (SELECT FROM team_members m WHERE m.team_id = s.id AND m.agent_id = ${viewer.agent_id}::int)))`

/** The saved reports of the viewer, by name. */
export async function savedReports(ctx: Asking): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    ${from(ctx)} WHERE ${visible(ctx)} ORDER BY lower(r.name), r.id`.execute(ctx.db)
  return rows
}

/** One of them; what the viewer does not see does not exist. */
export async function requireReport(ctx: Asking, id: number): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`${from(ctx)} WHERE r.id = ${id} AND ${visible(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw notFound('report')
  return rows[0]
}

/** The same, locked for a change. */
export async function lockReport(ctx: Asking & Change, id: number): Promise<StoredReport> {
  await sql`SELECT FROM saved_reports WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireReport(ctx, id)
}

/** How many reports somebody keeps. */
export async function countOwnReports({ db, viewer }: Asking): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM saved_reports WHERE user_id = ${viewer.user_id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What is stored of a report. */
export interface ReportFields {
  name: string
  report: SavedName
  length: Length | null
  from: string | null
  to: string | null
  team: number | null
  sharing: ReportSharing
  shared_team: number | null
}

/** Keeps a report of the viewer. */
export async function insertReport({ db, viewer, now }: Asking & Change, one: ReportFields): Promise<number> {
  const { rows } = await sql<Pick<Row<'saved_reports'>, 'id'>>`
    INSERT INTO saved_reports (user_id, name, report, length, from_day, to_day, team_id, sharing, shared_team_id, created_at)
    VALUES (${viewer.user_id}, ${one.name}, ${one.report}, ${one.length}, ${one.from}::date, ${one.to}::date, ${one.team},
      ${one.sharing}, ${one.shared_team}, ${now}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function updateReport({ db }: Change, id: number, one: ReportFields): Promise<void> {
  await sql`
    UPDATE saved_reports SET name = ${one.name}, report = ${one.report}, length = ${one.length}, from_day = ${one.from}::date,
      to_day = ${one.to}::date, team_id = ${one.team}, sharing = ${one.sharing}, shared_team_id = ${one.shared_team}
    WHERE id = ${id}`.execute(db)
}

export async function deleteReport({ db }: Change, id: number): Promise<void> {
  await sql`DELETE FROM saved_reports WHERE id = ${id}`.execute(db)
}

/** Deletes a page that is sent to nobody, and that no list shows; answers whether it was one. The report is locked before. */
export async function deletePageSentToNobody({ db }: Change, id: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM saved_reports r WHERE r.id = ${id} AND r.report = ANY(${Object.keys(mailedPages)}::text[])
      AND NOT EXISTS (SELECT FROM report_schedules h WHERE h.saved_report_id = r.id) RETURNING r.id`.execute(db)
  return rows.length > 0
}

/** Has the viewer sent a report from now on; what was due before is not sent. */
export async function setSchedule(
  ctx: Asking & Change,
  id: number,
  { every, day, hour }: ReportSchedule,
): Promise<void> {
  await sql`
    INSERT INTO report_schedules (saved_report_id, user_id, every, day, hour, since)
    VALUES (${id}, ${ctx.viewer.user_id}, ${every}, ${day}, ${hour}, ${ctx.now})
    ON CONFLICT (saved_report_id, user_id) DO UPDATE SET every = excluded.every, day = excluded.day, hour = excluded.hour,
      since = excluded.since`.execute(ctx.db)
}

/** Has the viewer sent a report no more. */
export async function endSchedule({ db, viewer }: Asking & Change, id: number): Promise<void> {
  await sql`DELETE FROM report_schedules WHERE saved_report_id = ${id} AND user_id = ${viewer.user_id}`.execute(db)
}

/** Ends a schedule by the link of an e-mail; answers whose it was, `null` when it had ended. Its report is locked. */
export async function endScheduleById({ db }: Change, id: number): Promise<{ user_id: number; report: number } | null> {
  // First the report, then its schedule: the order in which all other changes take them.
  await sql`
    SELECT FROM saved_reports WHERE id = (SELECT saved_report_id FROM report_schedules WHERE id = ${id})
    FOR UPDATE`.execute(db)
  const { rows } = await sql<{ user_id: number; report: number }>`
    DELETE FROM report_schedules WHERE id = ${id} RETURNING user_id, saved_report_id AS report`.execute(db)
  return rows[0] ?? null
}
