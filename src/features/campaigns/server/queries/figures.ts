import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { CampaignLead, CampaignStatistics, StepFigures } from '../../contract/records.ts'
import { type StopReason, unreachableReasons } from '../../rules/instances.ts'
import { comparisonsOf } from './comparisons.ts'
import { type InstanceRow, instanceColumns, instanceJoins, leadCampaignOf } from './instances.ts'
import { countedInstances, isLastThatRan } from './scope.ts'

type Asking = QueryContext & { viewer: Viewer }

const isUnreachable = sql`coalesce(i.stop_reason = ANY(${[...unreachableReasons]}::text[]), false)`

/** Where the people of a campaign stand: every one of them is in one of these. */
const groups = {
  running: sql`NOT i.archived`,
  connected: sql`i.state = 'connected'`,
  ended: sql`(i.archived AND i.state <> 'connected' AND NOT ${isUnreachable})`,
  unreachable: sql`(i.archived AND i.state <> 'connected' AND ${isUnreachable})`,
} as const

interface LeadsAsked extends PageInput {
  state?: keyof typeof groups | undefined
  step?: number | undefined
}

/** The leads of a campaign whom the viewer may open, the newest first. */
export async function campaignLeads(ctx: Asking, id: number, asked: LeadsAsked): Promise<Page<CampaignLead>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? idCursors.read(asked.cursor) : null
  const where = sql`i.campaign_id = ${id}
    AND EXISTS (SELECT FROM leads WHERE leads.id = i.lead_id AND ${visibleLeads(ctx)}
                AND ${openableLeads(ctx.viewer) ?? sql`true`})
    AND ${asked.state ? groups[asked.state] : sql`true`}
    AND ${
      asked.step === undefined
        ? sql`true`
        : sql`EXISTS (SELECT FROM campaign_instance_steps r
                      WHERE r.instance_id = i.id AND r.step_id = ${asked.step} AND r.state IN ('sent', 'task'))`
    }`
  const [{ rows }, counted] = await Promise.all([
    sql<InstanceRow & Pick<CampaignLead, 'lead' | 'agent'>>`
      SELECT ${instanceColumns},
        (SELECT jsonb_build_object('id', l.id, 'name', coalesce(nullif(trim(l.first_name || ' ' || l.last_name), ''), 'No name'),
          'status_value', l.status_value) FROM leads l WHERE l.id = i.lead_id) AS lead,
        (SELECT jsonb_build_object('id', a.id, 'fullname', trim(u.first_name || ' ' || u.last_name))
         FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = i.agent_id) AS agent
      FROM campaign_instances i ${instanceJoins} WHERE ${where} ${before === null ? sql`` : sql`AND i.id < ${before}`}
      ORDER BY i.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*) AS total FROM campaign_instances i WHERE ${where}`.execute(ctx.db),
  ])
  return pageOf(rows.map(leadCampaignOf), {
    asked: { ...asked },
    total: counted.rows[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: last => idCursors.write(last.id),
  })
}

/** What became of everybody in a campaign, and of each step; repetitions count as often as they ran. */
export async function campaignStatistics(ctx: Asking, id: number): Promise<CampaignStatistics> {
  const mine = sql`i.campaign_id = ${id} AND ${countedInstances(ctx)}`
  const [totals, reasons, notSent, steps, agents] = [
    await sql<Pick<CampaignStatistics, 'all' | 'waiting' | 'connected' | 'ended' | 'unreachable'>>`
      SELECT count(*) AS all, count(*) FILTER (WHERE ${groups.running}) AS waiting,
        count(*) FILTER (WHERE ${groups.connected}) AS connected, count(*) FILTER (WHERE ${groups.ended}) AS ended,
        count(*) FILTER (WHERE ${groups.unreachable}) AS unreachable
      FROM campaign_instances i WHERE ${mine}`.execute(ctx.db),
    await sql<{ reason: StopReason; count: number }>`
      SELECT i.stop_reason AS reason, count(*) AS count FROM campaign_instances i
      WHERE ${mine} AND i.stop_reason IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`.execute(ctx.db),
    await sql<{ reason: string; count: number }>`
      SELECT reason, sum(count)::int AS count FROM (
        SELECT coalesce(r.reason, '') AS reason, count(*) AS count
        FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
        WHERE ${mine} AND r.state IN ('refused', 'skipped', 'expired') GROUP BY 1
        UNION ALL
        SELECT g.reason, g.count FROM campaigns c, jsonb_to_recordset(c.left_out) AS g (reason text, count int)
        WHERE c.id = ${id}) AS every
      WHERE reason <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`.execute(ctx.db),
    await sql<StepFigures>`
      SELECT st.id AS step_id, coalesce(n.reached, 0)::int AS reached, coalesce(n.delivered, 0)::int AS delivered,
        coalesce(n.answered, 0)::int AS answered, coalesce(n.done, 0)::int AS done, coalesce(n.refused, 0)::int AS refused,
        coalesce(n.failed, 0)::int AS failed, coalesce(n.unknown, 0)::int AS unknown, coalesce(n.left_out, 0)::int AS left_out
      FROM campaign_steps st LEFT JOIN (
        SELECT r.step_id, count(*) FILTER (WHERE r.state IN ('sent', 'task')) AS reached,
          count(*) FILTER (WHERE s.state IN ('sent', 'delivered')) AS delivered,
          count(*) FILTER (WHERE r.state = 'task' AND k.completed) AS done,
          count(*) FILTER (WHERE r.state = 'refused' OR s.state = 'refused' AND r.state = 'sent') AS refused,
          count(*) FILTER (WHERE s.state = 'failed') AS failed, count(*) FILTER (WHERE s.state = 'unknown') AS unknown,
          count(*) FILTER (WHERE r.state IN ('skipped', 'expired')) AS left_out,
          count(*) FILTER (WHERE i.state = 'connected' AND ${isLastThatRan}) AS answered
        FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
        LEFT JOIN sendings s ON s.id = r.sending_id LEFT JOIN tasks k ON k.id = r.task_id
        WHERE ${mine} GROUP BY r.step_id) n ON n.step_id = st.id
      WHERE st.campaign_id = ${id} AND st.deleted_at IS NULL ORDER BY st.position, st.id`.execute(ctx.db),
    await sql<CampaignStatistics['agents'][number]>`
      SELECT a.id, trim(u.first_name || ' ' || u.last_name) AS fullname, count(DISTINCT i.id) AS leads,
        count(r.id) AS tasks, count(r.id) FILTER (WHERE k.completed) AS tasks_done,
        count(DISTINCT i.id) FILTER (WHERE i.state = 'connected') AS connected
      FROM campaign_instances i JOIN agents a ON a.id = i.agent_id JOIN users u ON u.id = a.user_id
      LEFT JOIN campaign_instance_steps r ON r.instance_id = i.id AND r.state = 'task' LEFT JOIN tasks k ON k.id = r.task_id
      WHERE ${mine} GROUP BY a.id, u.id ORDER BY 3 DESC, 2 LIMIT 100`.execute(ctx.db),
  ]
  const none = { all: 0, waiting: 0, connected: 0, ended: 0, unreachable: 0 }
  return {
    ...(totals.rows[0] ?? none),
    reasons: reasons.rows,
    not_sent: notSent.rows,
    steps: steps.rows,
    comparisons: await comparisonsOf(ctx, id),
    agents: agents.rows,
  }
}
