import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { dayEnd, wallClock } from '../../../../platform/wire/days.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'

/** A lead with one of the addresses of a message. */
export interface AddressedLead {
  /** The address, folded. */
  key: string
  id: number
  agent_id: number | null
}

/** The leads with these folded addresses, also private ones and those of leads merged into them, as far as somebody may see them. */
export async function leadsAt({ db }: QueryContext, viewer: Viewer, keys: readonly string[]): Promise<AddressedLead[]> {
  if (keys.length === 0) return []
  const given = sql`ANY(${[...keys]}::text[])`
  const { rows } = await sql<AddressedLead>`
    SELECT DISTINCT found.key, leads.id, leads.agent_id FROM (
      SELECT email_key AS key, id FROM leads WHERE email_key = ${given} AND deleted_at IS NULL
      UNION SELECT folded_email(email_private), id FROM leads
            WHERE email_private IS NOT NULL AND folded_email(email_private) = ${given} AND deleted_at IS NULL
      UNION SELECT folded_email(email), id FROM leads
            WHERE email_private IS NOT NULL AND folded_email(email) = ${given} AND deleted_at IS NULL
      UNION SELECT key, lead_id FROM lead_aliases WHERE key = ${given}) found
    JOIN leads ON leads.id = found.id WHERE ${visibleLeads({ viewer })} ORDER BY leads.id`.execute(db)
  return rows
}

/** The addresses of leads, as a mailbox is searched for them. */
export async function addressesOf(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<{ user_id: number; email: string }[]> {
  const { rows } = await sql<{ user_id: number; email: string }>`
    SELECT DISTINCT a.user_id, address AS email FROM leads JOIN agents a ON a.id = leads.agent_id
    JOIN mailboxes ON mailboxes.user_id = a.user_id
    CROSS JOIN LATERAL unnest(ARRAY[leads.email, leads.email_private]) AS address
    WHERE leads.id = ANY(${[...ids]}::int[]) AND leads.deleted_at IS NULL AND address IS NOT NULL`.execute(db)
  return rows
}

/** A message with a lead, as it is stored. */
export type StoredEmail = Row<'mailbox_emails'>

type NewEmail = Omit<StoredEmail, 'id' | 'created_at' | 'milestone_id' | 'sent_at'> & { sent_at: Date }

/** Stores a message with a lead; `null` when it is there already, from this mailbox or from that of a colleague. */
export async function insertEmail({ db, now }: Change, email: NewEmail): Promise<number | null> {
  const inserted = await db
    .insertInto('mailbox_emails')
    .values({ ...email, to_emails: [...email.to_emails], created_at: now })
    .onConflict(conflict => conflict.columns(['lead_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Writes down which entry of the timeline shows a message. */
export async function saveMilestone({ db }: Change, id: number, milestoneId: number): Promise<void> {
  await sql`UPDATE mailbox_emails SET milestone_id = ${milestoneId} WHERE id = ${id}`.execute(db)
}

/** When somebody last wrote to a lead from their own mailbox, before a moment; `null` when nobody did. */
export async function writtenBefore({ db }: QueryContext, leadId: number, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ sent_at: string }>`
    SELECT sent_at FROM mailbox_emails WHERE lead_id = ${leadId} AND direction = 'out' AND sent_at < ${at}
    ORDER BY sent_at DESC LIMIT 1`.execute(db)
  return rows[0] ? new Date(rows[0].sent_at) : null
}

/** Removes messages that were deleted for good; answers where they stood. */
export async function deleteEmails(
  { db }: Change,
  userId: number,
  ids: readonly string[],
): Promise<(Pick<StoredEmail, 'id' | 'lead_id' | 'milestone_id'> & { agent_id: number | null })[]> {
  const { rows } = await sql<Pick<StoredEmail, 'id' | 'lead_id' | 'milestone_id'> & { agent_id: number | null }>`
    DELETE FROM mailbox_emails e USING leads l
    WHERE e.user_id = ${userId} AND e.provider_id = ANY(${[...ids]}::text[]) AND l.id = e.lead_id
    RETURNING e.id, e.lead_id, e.milestone_id, l.agent_id`.execute(db)
  return rows
}

/** A message with a lead whom somebody may see, and whose mailbox it is in. */
export async function visibleEmail(
  { db, viewer }: QueryContext & { viewer: Viewer },
  id: number,
): Promise<(StoredEmail & { owner_name: string }) | null> {
  const { rows } = await sql<StoredEmail & { owner_name: string }>`
    SELECT e.*, trim(u.first_name || ' ' || u.last_name) AS owner_name
    FROM mailbox_emails e JOIN (SELECT id FROM leads WHERE ${visibleLeads({ viewer })}) l ON l.id = e.lead_id
    JOIN users u ON u.id = e.user_id WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * The open task to write to a lead that a message settles: the one that is due first, planned before the message, and due by
 * the end of its day.
 */
export async function openEmailTask(
  { db }: QueryContext,
  leadId: number,
  { sent_at, zone }: { sent_at: Date; zone: string },
): Promise<number | null> {
  const endOfDay = dayEnd(wallClock(sent_at, zone).day, zone)
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM tasks WHERE lead_id = ${leadId} AND task_type = 'manual_email' AND NOT completed AND deleted_at IS NULL
      AND created_at <= ${sent_at}::timestamptz AND (scheduled_at IS NULL OR scheduled_at < ${endOfDay})
    ORDER BY scheduled_at NULLS LAST, id LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}
