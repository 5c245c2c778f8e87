import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { DealDetail } from '../../contract.ts'
import { dealTitle, placeOf } from '../../rules/address.ts'
import { dollarsOf, percentOfRate } from '../../rules/commission.ts'
import { dealsByIds } from './list.ts'
import { mayChangeDeal } from './reach.ts'

type Rest = Pick<
  Row<'deals'>,
  | 'street_number'
  | 'street_name'
  | 'street_direction'
  | 'unit'
  | 'city'
  | 'province'
  | 'postal_code'
  | 'status'
  | 'deposit'
  | 'commission_rate'
  | 'coop_first_name'
  | 'coop_last_name'
  | 'coop_brokerage'
  | 'notes'
>
type SplitRow = Pick<Row<'deal_splits'>, 'id' | 'party' | 'agent_id' | 'name' | 'rate' | 'amount' | 'notes'>
interface Step extends Pick<Row<'deal_status_changes'>, 'status' | 'changed_at'> {
  by: string | null
}

/** A deal with all that its page shows, but for what it lacks; refused when the viewer does not reach it. */
export async function readDeal(
  ctx: QueryContext & { viewer: Viewer },
  id: number,
): Promise<Omit<DealDetail, 'missing'>> {
  const [deal] = await dealsByIds(ctx, [id])
  if (!deal) throw notFound('deal')
  const [{ rows }, splits, steps] = await Promise.all([
    sql<Rest>`
      SELECT street_number, street_name, street_direction, unit, city, province, postal_code, status, deposit,
        commission_rate, coop_first_name, coop_last_name, coop_brokerage, notes FROM deals WHERE id = ${id}`.execute(
      ctx.db,
    ),
    sql<SplitRow>`
      SELECT s.id, s.party, s.agent_id, coalesce(nullif(s.name, ''), trim(u.first_name || ' ' || u.last_name), '') AS name,
        s.rate, s.amount, s.notes
      FROM deal_splits s LEFT JOIN agents a ON a.id = s.agent_id LEFT JOIN users u ON u.id = a.user_id
      WHERE s.deal_id = ${id} ORDER BY s.position, s.id`.execute(ctx.db),
    sql<Step>`
      SELECT c.status, c.changed_at, trim(u.first_name || ' ' || u.last_name) AS by
      FROM deal_status_changes c LEFT JOIN users u ON u.id = coalesce(c.on_behalf_of, c.author_user_id)
      WHERE c.deal_id = ${id} ORDER BY c.changed_at, c.id`.execute(ctx.db),
  ])
  const [rest] = rows
  if (!rest) throw notFound('deal')
  return {
    ...deal,
    title: dealTitle(rest),
    place: placeOf(rest),
    deposit: rest.deposit === null ? null : dollarsOf(rest.deposit),
    commission: rest.commission_rate === null ? null : percentOfRate(rest.commission_rate),
    splits: splits.rows.map(({ rate, amount, party, ...split }) => ({
      ...split,
      party: party as DealDetail['splits'][number]['party'],
      percentage: percentOfRate(rate),
      amount: dollarsOf(amount),
    })),
    coop: { first_name: rest.coop_first_name, last_name: rest.coop_last_name, brokerage: rest.coop_brokerage },
    notes: rest.notes,
    progress: steps.rows.map(({ status, changed_at, by }) => ({ status, at: changed_at, by })),
    may_change: mayChangeDeal(ctx.viewer, rest),
  }
}
