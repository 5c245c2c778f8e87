import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { dealTitle } from '../../../deals/rules/address.ts'
import type { RenewalCause } from '../../rules/renewals.ts'

/** Why projections are computed anew, and the deal that made it so. */
export interface Cause {
  kind: RenewalCause
  deal_id: number | null
}

/** What a deal comes to now for an agent on it, in cents. */
export interface RenewedPart {
  agent_id: number
  part: number
  /** What the brokerage had of the agent's year before the deal. */
  counted: number
  /** What lists had as the agent's part so far; `null` where that was never computed. */
  kept: number | null
}

/** Adds what is another than it was, with what it was, in one statement. The deal is locked. */
export async function addRenewals(
  { db, now }: Change,
  { dealId, cause, parts }: { dealId: number; cause: Cause; parts: readonly RenewedPart[] },
): Promise<void> {
  if (parts.length === 0) return
  const list = (key: keyof RenewedPart) => parts.map(one => one[key])
  await sql`
    INSERT INTO commission_renewals
      (deal_id, agent_id, cause, cause_deal_id, part, part_before, counted, counted_before, created_at)
    SELECT ${dealId}::int, n.agent_id, CASE WHEN f.is_first THEN 'first' ELSE ${cause.kind}::text END,
      CASE WHEN NOT f.is_first THEN ${cause.deal_id}::int END, n.part,
      CASE WHEN NOT f.is_first THEN coalesce(l.part, n.kept) END, n.counted, l.counted, ${now.toISOString()}::timestamptz
    FROM unnest(${list('agent_id')}::int[], ${list('part')}::bigint[], ${list('counted')}::bigint[], ${list('kept')}::bigint[])
      AS n (agent_id, part, counted, kept)
    LEFT JOIN LATERAL (
      SELECT part, counted FROM commission_renewals
      WHERE deal_id = ${dealId} AND agent_id = n.agent_id ORDER BY id DESC LIMIT 1) l ON true
    CROSS JOIN LATERAL (SELECT l.part IS NULL AND coalesce(n.kept, n.part) = n.part AS is_first) f
    WHERE l.part IS NULL OR l.part <> n.part OR l.counted <> n.counted`.execute(db)
}

type DealName = Parameters<typeof dealTitle>[0]

/** A projection as it came to be, in cents. */
export type StoredRenewal = Pick<
  Row<'commission_renewals'>,
  'id' | 'agent_id' | 'part' | 'part_before' | 'counted' | 'counted_before'
> & {
  cause: RenewalCause
  created_at: string
  name: string
  /** The deal that made it so; `null` where the agent is not on it. */
  title: string | null
}

const MAX_SHOWN = 60

/** How the projections of a deal came to be, the latest first. */
export async function renewalsOf({ db }: QueryContext, dealId: number): Promise<StoredRenewal[]> {
  const { rows } = await sql<Omit<StoredRenewal, 'title'> & { cause_deal: DealName | null }>`
    SELECT r.id, r.agent_id, r.cause, r.part, r.part_before, r.counted, r.counted_before, r.created_at,
      trim(u.first_name || ' ' || u.last_name) AS name,
      (SELECT jsonb_build_object('street_number', d.street_number, 'street_name', d.street_name,
          'street_direction', d.street_direction, 'unit', d.unit)
        FROM deals d WHERE d.id = r.cause_deal_id
          AND EXISTS (SELECT FROM deal_splits s WHERE s.deal_id = d.id AND s.agent_id = r.agent_id)) AS cause_deal
    FROM commission_renewals r JOIN agents a ON a.id = r.agent_id JOIN users u ON u.id = a.user_id
    WHERE r.deal_id = ${dealId} ORDER BY r.id DESC LIMIT ${MAX_SHOWN}`.execute(db)
  return rows.map(({ cause_deal, ...row }) => ({ ...row, title: cause_deal && dealTitle(cause_deal) }))
}
