import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { Channel, ConsentBasis, ConsentEntry, ConsentKind, ConsentState, WithdrawalScope } from '../contract.ts'

/** A line to write. */
export interface NewEntry {
  lead_id: number
  channel: Channel
  kind: ConsentKind
  covers: WithdrawalScope | null
  basis: ConsentBasis | null
  source: string
  evidence: string
  given_at: string
  expires_at: string | null
}

const MAX_SHOWN = 500

/** The ledger of a lead, newest first; `limit` is `null` for all of it. */
export async function ledgerOf(
  { db }: QueryContext,
  leadId: number,
  limit: number | null = MAX_SHOWN,
): Promise<ConsentEntry[]> {
  const { rows } = await sql<RowAs<'lead_consents', ConsentEntry>>`
    SELECT c.id, c.channel, c.kind, c.covers, c.basis, c.source, c.evidence, c.given_at, c.expires_at, c.recorded_at,
           CASE WHEN u.id IS NOT NULL
             THEN jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS author
    FROM lead_consents c LEFT JOIN users u ON u.id = c.author_user_id
    WHERE c.lead_id = ${leadId} ORDER BY c.given_at DESC, c.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** How a lead is reached, for what is printed. */
export async function addressesOf(
  { db }: QueryContext,
  leadId: number,
): Promise<{ email: string | null; phone: string | null }> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    SELECT coalesce(email_private, email) AS email, coalesce(phone_private, phone) AS phone FROM leads
    WHERE id = ${leadId}`.execute(db)
  return rows[0] ?? { email: null, phone: null }
}

/** What people are called. */
export async function namesOfUsers({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM users WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What a state is told from, in the order in which it was given. */
export type KnownEntry = Pick<
  Row<'lead_consents'>,
  'lead_id' | 'channel' | 'kind' | 'covers' | 'source' | 'given_at' | 'expires_at'
>

/** The entries of many leads, of the named channels. */
export async function entriesOf(
  { db }: QueryContext,
  leadIds: readonly number[],
  channels: readonly Channel[],
): Promise<ReadonlyMap<number, KnownEntry[]>> {
  const { rows } = await sql<KnownEntry>`
    SELECT lead_id, channel, kind, covers, source, given_at, expires_at FROM lead_consents
    WHERE lead_id = ANY(${[...leadIds]}::int[]) AND channel = ANY(${[...channels]}::text[]) ORDER BY given_at, id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ lead_id }) => lead_id)
}

/** Adds lines to the ledger, by whoever acts. */
export async function insertEntries(ctx: Change, entries: readonly NewEntry[]): Promise<void> {
  await sql`
    INSERT INTO lead_consents (lead_id, channel, kind, covers, basis, source, evidence, given_at, expires_at, recorded_at,
                               author_user_id, on_behalf_of)
    SELECT e.lead_id, e.channel, e.kind, e.covers, e.basis, e.source, e.evidence, e.given_at, e.expires_at, ${ctx.now},
           ${ctx.author?.user_id ?? null}::int, ${ctx.author?.on_behalf_of ?? null}::int
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (
      lead_id int, channel text, kind text, covers text, basis text, source text, evidence text, given_at timestamptz,
      expires_at timestamptz)`.execute(ctx.db)
}

/** What a lead keeps of its ledger. */
export interface StoredConsent {
  id: number
  consent_email: ConsentState['state']
  withdrawn_channels: readonly Channel[]
  consent_ends_at: string | null
}

/** What lists filter by and show, kept on the leads; answers those that changed, with their agents. */
export async function saveOnLeads(
  ctx: Change,
  stored: readonly StoredConsent[],
): Promise<{ id: number; agent_id: number | null }[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'>>`
    UPDATE leads
    SET consent_email = kept.consent_email, withdrawn_channels = kept.withdrawn_channels,
      consent_ends_at = kept.consent_ends_at, updated_at = ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS kept (id int, consent_email text, withdrawn_channels text[],
      consent_ends_at timestamptz)
    WHERE leads.id = kept.id
      AND (leads.consent_email, leads.withdrawn_channels, leads.consent_ends_at)
        IS DISTINCT FROM (kept.consent_email, kept.withdrawn_channels, kept.consent_ends_at)
    RETURNING leads.id, leads.agent_id`.execute(ctx.db)
  return rows
}

/** Agents of leads, for who is told of a change. */
export async function agentsOfLeads(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'>>`
    SELECT id, agent_id FROM leads WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, agent_id }) => [id, agent_id]))
}

/**
 * Leads that still show what an implied consent made of them although it has ended, a batch of them: that there is one, or
 * that a channel was given again.
 */
export async function endedConsents({ db, now }: QueryContext, limit: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id'>>`
    SELECT l.id FROM lead_consents c JOIN leads l ON l.id = c.lead_id
    WHERE c.channel = 'email' AND c.expires_at <= ${now} AND l.consent_email = 'implied'
      AND NOT EXISTS (SELECT FROM lead_consents later WHERE later.lead_id = l.id AND later.channel = 'email'
                      AND later.expires_at > ${now})
    UNION
    SELECT l.id
    FROM (SELECT DISTINCT ON (lead_id, channel) lead_id, channel, covers, given_at, id FROM lead_consents
          WHERE kind = 'withdrawn' ORDER BY lead_id, channel, given_at DESC, id DESC) last
    JOIN leads l ON l.id = last.lead_id
    WHERE last.covers = 'all' AND NOT last.channel = ANY(l.withdrawn_channels)
      AND NOT EXISTS (SELECT FROM lead_consents later WHERE later.lead_id = l.id AND later.channel = last.channel
                      AND (later.kind = 'express' OR later.expires_at > ${now})
                      AND (later.given_at, later.id) > (last.given_at, last.id))
    UNION
    SELECT id FROM leads WHERE consent_ends_at <= ${now}
    LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
