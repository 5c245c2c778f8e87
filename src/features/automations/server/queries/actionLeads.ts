import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** What decides whether an action does something to a lead. */
export interface ActionLead {
  /** Its place in what was asked. */
  place: number
  id: number
  name: string
  agent_id: number | null
  /** Of the agent, while they work here. */
  user_id: number | null
  team_lead_agent_id: number | null
  status_value: number
  tag_ids: number[]
  phone: string | null
  /** Campaigns that run on it now. */
  campaign_ids: number[]
}

/** Leads as they are, or as they were at an event of the journal; those that are gone are left out. */
export async function actionLeads(
  { db }: QueryContext,
  asked: readonly { lead_id: number; event_id: number | null }[],
): Promise<ActionLead[]> {
  const { rows } = await sql<ActionLead>`
    SELECT q.place::int AS place, l.id, trim(l.first_name || ' ' || l.last_name) AS name, was.agent_id, u.id AS user_id,
      (SELECT t.lead_agent_id FROM teams t JOIN team_members m ON m.team_id = t.id WHERE m.agent_id = was.agent_id LIMIT 1)
        AS team_lead_agent_id,
      was.status_value, was.tag_ids, coalesce(l.phone_private, l.phone) AS phone,
      ARRAY(SELECT i.campaign_id FROM campaign_instances i WHERE i.lead_id = l.id AND NOT i.archived) AS campaign_ids
    FROM unnest(${asked.map(({ lead_id }) => lead_id)}::int[], ${asked.map(({ event_id }) => event_id)}::bigint[])
      WITH ORDINALITY AS q (lead_id, event_id, place)
    JOIN leads l ON l.id = q.lead_id LEFT JOIN automation_events e ON e.id = q.event_id
    CROSS JOIN LATERAL jsonb_populate_record(l, coalesce(e.facts, '{}')) AS was
    LEFT JOIN agents a ON a.id = was.agent_id LEFT JOIN users u ON u.id = a.user_id AND u.is_active
    WHERE l.deleted_at IS NULL AND NOT l.is_bogus`.execute(db)
  return rows.map(row => ({ ...row, place: row.place - 1 }))
}

/** The agents who are in no way part of a team, for whoever offers a lead to that team only. */
export async function agentsOutsideTeam({ db }: QueryContext, teamId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM agents WHERE id NOT IN (
      SELECT agent_id FROM team_members WHERE team_id = ${teamId}
      UNION SELECT lead_agent_id FROM teams WHERE id = ${teamId} AND lead_agent_id IS NOT NULL)`.execute(db)
  return rows.map(({ id }) => id)
}

/** All agents but one. */
export async function agentsExcept({ db }: QueryContext, agentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM agents WHERE id <> ${agentId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a template says. */
export interface TemplateText {
  id: number
  subject: string
  content: string
}

/** A template that is there, whoever asks; for work in the background. */
export async function templateText({ db }: QueryContext, id: number): Promise<TemplateText | null> {
  const { rows } = await sql<TemplateText>`
    SELECT id, subject, content FROM templates WHERE id = ${id} AND deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}
