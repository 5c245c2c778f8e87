import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Channel } from '../../../consent/contract.ts'
import type { RecipientFacts } from '../../rules/decide.ts'
import type { HoursTable, OpenHours } from '../../rules/hours.ts'

type FactsRow = Pick<
  Row<'leads'>,
  | 'id'
  | 'agent_id'
  | 'is_email_valid'
  | 'is_phone_valid'
  | 'zone'
  | 'is_bogus'
  | 'subscribed_alert'
  | 'status_value'
  | 'member_type'
  | 'last_active_at'
  | 'last_contacted_at'
  | 'email'
  | 'phone'
> & { is_deleted: boolean }

/** What decides about leads, by their ids; those that do not exist are left out. */
export async function recipientFacts(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RecipientFacts>> {
  const { rows } = await sql<FactsRow>`
    SELECT id, agent_id, coalesce(email_private, email) AS email, coalesce(phone_private, phone) AS phone, is_email_valid,
      is_phone_valid, zone, is_bogus, deleted_at IS NOT NULL AS is_deleted, subscribed_alert, status_value, member_type,
      last_active_at, last_contacted_at
    FROM leads WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** How many commercial messages went to leads on a channel within 24 hours; without the sending that is being decided. */
export async function commercialToday(
  { db, now }: QueryContext,
  { channel, ids, except = null }: { channel: Channel; ids: readonly number[]; except?: number | null },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<Pick<Row<'sendings'>, 'lead_id'> & { sent: number }>`
    SELECT lead_id, count(*) AS sent FROM sendings
    WHERE lead_id = ANY(${[...ids]}::int[]) AND channel = ${channel} AND class IN ('commercial', 'consent_request')
      AND state IN ('trying', 'sent', 'delivered', 'unknown') AND trying_since > ${now}::timestamptz - interval '24 hours'
      AND id IS DISTINCT FROM ${except}::int
    GROUP BY lead_id`.execute(db)
  return new Map(rows.map(({ lead_id, sent }) => [lead_id, sent]))
}

/** The hours of messages, as the installation has set them. */
export async function hoursTable({ db, now }: QueryContext): Promise<HoursTable> {
  const { rows } = await sql<{ hours: OpenHours[]; holidays: string[] }>`
    SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'weekday', weekday,
        'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI'))), '[]') FROM sending_hours) AS hours,
      (SELECT coalesce(jsonb_agg(to_char(day, 'YYYY-MM-DD')), '[]') FROM sending_holidays
       WHERE day BETWEEN (${now}::timestamptz - interval '2 days')::date AND (${now}::timestamptz + interval '20 days')::date)
        AS holidays`.execute(db)
  const [found] = rows
  return { hours: found?.hours ?? [], holidays: new Set(found?.holidays ?? []) }
}
