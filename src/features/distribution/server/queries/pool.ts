import { sql } from 'kysely'
import { instantCursors, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { PageInput } from '../../../../platform/wire/page.ts'
import type { QuotaType } from '../../../quotas/rules/quotaTypes.ts'

/** A lead of the pool. The name is for masks: whoever shows it leaves all but the initials out. */
export interface PoolLead
  extends Pick<
      Row<'leads'>,
      | 'id'
      | 'first_name'
      | 'last_name'
      | 'roles'
      | 'area_ids'
      | 'site_id'
      | 'source'
      | 'lead_score'
      | 'created_at'
      | 'last_active_at'
      | 'withdrawn_channels'
    >,
    Pick<Row<'lead_distributions'>, 'since' | 'why'> {
  lead_type: QuotaType
  /** Dollars; `null` where nothing is known. */
  price_min: number | null
  price_max: number | null
  has_phone: boolean
  has_email: boolean
}

/** Which leads of the pool. */
export interface PoolFilters {
  /** Any of these, with all that lies inside them (`areasWithin`). */
  area_ids?: readonly number[] | null
  /** Any of these roles of the lead. */
  roles?: readonly string[]
  type?: QuotaType
  site_ids?: readonly number[]
  /** Dollars; prices that overlap. */
  price_min?: number | null
  price_max?: number | null
  /** Signed up at this time or later. */
  created_after?: Date
  ids?: readonly number[]
  /** None of these. */
  except?: readonly number[]
}

const inPool = sql`d.state = 'pooled' AND l.agent_id IS NULL AND l.deleted_at IS NULL AND NOT l.is_bogus`

function conditions({
  area_ids,
  roles,
  type,
  site_ids,
  price_min,
  price_max,
  created_after,
  ids,
  except,
}: PoolFilters) {
  const asked = [
    inPool,
    ids && sql`l.id = ANY (${[...ids]}::int[])`,
    except && except.length > 0 && sql`NOT l.id = ANY (${[...except]}::int[])`,
    area_ids && sql`l.area_ids && ${[...area_ids]}::int[]`,
    roles && roles.length > 0 && sql`l.roles && ${[...roles]}::text[]`,
    type && sql`d.lead_type = ${type}`,
    site_ids && site_ids.length > 0 && sql`l.site_id = ANY (${[...site_ids]}::int[])`,
    price_min != null && sql`l.price_max >= ${price_min * 100}`,
    price_max != null && sql`l.price_max > 0 AND l.price_min <= ${price_max * 100}`,
    created_after && sql`l.created_at >= ${created_after}`,
  ].filter(condition => typeof condition === 'object' && condition !== null)
  return sql.join(asked, sql` AND `)
}

/** The rows of a page of the pool (`windowOf`: one more than the page holds), those who signed up last at the top. */
export async function poolPage(ctx: QueryContext, filters: PoolFilters, asked: PageInput): Promise<PoolLead[]> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { rows } = await sql<PoolLead>`
    SELECT l.id, l.first_name, l.last_name, l.roles, l.area_ids, l.site_id, l.source, l.lead_score, l.created_at,
           l.last_active_at, l.withdrawn_channels, d.since, d.why, d.lead_type, (nullif(l.price_min, 0) / 100)::bigint AS price_min,
           (nullif(nullif(l.price_max, 0), 9000000000000000) / 100)::bigint AS price_max,
           coalesce(l.phone_private, l.phone) IS NOT NULL AND l.is_phone_valid AS has_phone,
           coalesce(l.email_private, l.email) IS NOT NULL AND l.is_email_valid AS has_email
    FROM lead_distributions d JOIN leads l ON l.id = d.lead_id
    WHERE ${conditions(filters)}
      AND ${before ? sql`(l.created_at, l.id) < (${before.at}::timestamptz, ${before.id})` : sql`true`}
    ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  return rows
}

/** The cursor behind a row of the pool. */
export const poolCursor = ({ created_at, id }: Pick<PoolLead, 'created_at' | 'id'>): string =>
  instantCursors.write({ at: created_at, id })

/** How many leads of the pool there are. */
export async function countPool(ctx: QueryContext, filters: PoolFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM lead_distributions d JOIN leads l ON l.id = d.lead_id
    WHERE ${conditions(filters)}`.execute(ctx.db)
  return rows[0]?.total ?? 0
}
