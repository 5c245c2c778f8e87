import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { MatchLead } from '../../contract.ts'
import { NAMES_ALIKE } from '../../rules/matching.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A client as leads are looked for: with everything by which somebody may be known. */
export interface AskedClient {
  id: number
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
}

/** A lead that may be a client, with how alike their names are. */
export interface Candidate {
  client_id: number
  alike: number
  client_first: string
  client_last: string
  lead: MatchLead & { first: string; last: string; emails: string[]; phones: string[] }
}

interface CandidateRow
  extends Pick<
    Row<'leads'>,
    'id' | 'first_name' | 'last_name' | 'email' | 'email_private' | 'phone' | 'phone_private' | 'status_value'
  > {
  client_id: number
  alike: number
  client_first: string
  client_last: string
  first: string
  last: string
  agent: string | null
}

/** Leads that one key may lead to. */
const MAX_PER_KEY = 12
const atMost = sql`LIMIT ${sql.lit(MAX_PER_KEY)}`
const known = (values: readonly (string | null)[]): string[] => values.flatMap(value => value ?? [])

/**
 * For each of these clients the leads that share their e-mail or phone, or whose name is like theirs, among those that
 * the viewer sees: each key is one look into an index.
 */
export async function candidatesFor(ctx: Asking, clients: readonly AskedClient[]): Promise<Candidate[]> {
  if (clients.length === 0) return []
  const asked = clients.map(({ id, first_name, last_name, email, phone }) => ({
    id,
    first_name,
    last_name,
    email: foldEmail(email),
    phone,
  }))
  const seen = visibleLeads(ctx)
  const { rows } = await sql<CandidateRow>`
    WITH asked AS MATERIALIZED (
      SELECT a.id, a.email, a.phone, folded(a.first_name) AS first, folded(a.last_name) AS last,
        folded(a.first_name) || E'\t' || folded(a.last_name) AS key,
        trim(folded(a.first_name) || ' ' || folded(a.last_name)) AS name
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS a(id int, first_name text, last_name text, email text, phone text)),
    met AS (
      SELECT a.id AS client_id, m.id AS lead_id FROM asked a, LATERAL (
        SELECT leads.id FROM leads WHERE email_key = a.email AND ${seen} ${atMost}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT leads.id FROM leads WHERE folded_email(email_private) = a.email AND email_private IS NOT NULL AND ${seen} ${atMost}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT leads.id FROM leads WHERE leads.phone = a.phone AND ${seen} ${atMost}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT leads.id FROM leads WHERE phone_private = a.phone AND ${seen} ${atMost}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT leads.id FROM leads WHERE name_key = a.key AND ${seen} ${atMost}) m WHERE a.name <> ''
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT near.id FROM (
          SELECT leads.id, name_key FROM leads WHERE name_cues(name_key) && name_cues(a.key) AND ${seen} LIMIT 300) near
        WHERE similarity(a.name, replace(near.name_key, E'\t', ' ')) >= ${sql.lit(NAMES_ALIKE)}
        ORDER BY similarity(a.name, replace(near.name_key, E'\t', ' ')) DESC, near.id ${atMost}) m WHERE a.name <> '')
    SELECT a.id AS client_id, a.first AS client_first, a.last AS client_last, l.id, l.first_name, l.last_name, l.email,
      l.email_private, l.phone, l.phone_private, l.status_value,
      similarity(a.name, replace(l.name_key, E'\t', ' '))::float8 AS alike,
      split_part(l.name_key, E'\t', 1) AS first, split_part(l.name_key, E'\t', 2) AS last,
      trim(u.first_name || ' ' || u.last_name) AS agent
    FROM met JOIN asked a ON a.id = met.client_id JOIN leads l ON l.id = met.lead_id
      LEFT JOIN agents g ON g.id = l.agent_id LEFT JOIN users u ON u.id = g.user_id`.execute(ctx.db)
  return rows.map(candidateOf)
}

function candidateOf(row: CandidateRow): Candidate {
  const { client_id, alike, client_first, client_last, first, last, email_private, phone_private, ...lead } = row
  return {
    client_id,
    alike,
    client_first,
    client_last,
    lead: {
      ...lead,
      email: email_private ?? lead.email,
      phone: phone_private ?? lead.phone,
      first,
      last,
      emails: known([foldEmail(email_private), foldEmail(lead.email)]),
      phones: known([phone_private, lead.phone]),
    },
  }
}

/** Leads by their ids as matching shows them, those that the viewer sees. */
export async function matchLeads(
  ctx: Asking,
  ids: readonly number[],
): Promise<(MatchLead & { agent_id: number | null })[]> {
  const { rows } = await sql<MatchLead & Pick<Row<'leads'>, 'agent_id'>>`
    SELECT l.id, l.first_name, l.last_name, coalesce(l.email_private, l.email) AS email,
      coalesce(l.phone_private, l.phone) AS phone, l.status_value, l.agent_id,
      trim(u.first_name || ' ' || u.last_name) AS agent
    FROM (SELECT * FROM leads WHERE leads.id = ANY(${[...ids]}::int[]) AND ${visibleLeads(ctx)}) l
      LEFT JOIN agents g ON g.id = l.agent_id LEFT JOIN users u ON u.id = g.user_id`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
