import { sql } from 'kysely'
import { pageOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { channelsOf } from '../../../distribution/rules/channels.ts'
import {
  countPool,
  type PoolFilters,
  type PoolLead,
  poolCursor,
  poolPage,
} from '../../../distribution/server/queries/pool.ts'
import type { AreaReference } from '../../../leads/contract/record.ts'
import { type LeadRole, mergeAreas, rolesString } from '../../../leads/rules.ts'
import { areasWithin, type Places, placesOf } from '../../../leads/server/queries/places.ts'
import type { PooledLead } from '../../contract.ts'
import { maskedName } from '../../rules.ts'

/** Names of a lead's areas: two, and the rest; the agent's own first. */
export function areaNames({ areas }: Places, ids: readonly number[], own: readonly string[] = []) {
  const named = (type: string) =>
    ids.flatMap(id => {
      const area = areas.get(id)
      return area?.type === type ? [area.name] : []
    })
  return mergeAreas(named('sublocality').join(), named('locality').join(), own)
}

function pooledLeadOf(row: PoolLead, places: Places, own: readonly string[]): PooledLead {
  const { primary, rest } = areaNames(places, row.area_ids, own)
  return {
    id: row.id,
    masked_name: maskedName(row),
    roles: row.roles as LeadRole[],
    roles_string: rolesString(row.roles),
    price_min: row.price_min,
    price_max: row.price_max,
    primary_areas: primary,
    more_areas: rest.length,
    site: row.site_id === null ? null : (places.sites.get(row.site_id)?.domain ?? null),
    lead_score: row.lead_score,
    channels: channelsOf(row),
    quota_type: row.lead_type,
    why: row.why,
    created_at: row.created_at,
    pooled_at: row.since,
  }
}

/** Leads of the pool as agents may see them, newest first; `own` are the names of the areas that are named first. */
export async function pooledLeads(
  ctx: QueryContext,
  filters: PoolFilters,
  { limit, own = [] }: { limit: number; own?: readonly string[] },
): Promise<PooledLead[]> {
  const rows = await poolPage(ctx, filters, { perPage: limit })
  const places = await placesOf(ctx)
  return rows.slice(0, limit).map(row => pooledLeadOf(row, places, own))
}

/** What a list of the pool is asked for. */
export interface PoolQuestion extends PageInput {
  type?: string[] | undefined
  priceFrom?: number | null | undefined
  priceTo?: number | null | undefined
  locations?: AreaReference[] | undefined
  site?: number[] | undefined
  days?: number | undefined
}

const DAY = 86_400_000

/** One page of the pool. */
export async function maskedPoolPage(
  ctx: ReadContext,
  { page, perPage, cursor, ...asked }: PoolQuestion,
  own: readonly string[],
): Promise<Page<PooledLead>> {
  const places = await placesOf(ctx)
  const filters: PoolFilters = {
    area_ids: areasWithin(places, asked.locations),
    roles: asked.type ?? [],
    site_ids: asked.site ?? [],
    price_min: asked.priceFrom ?? null,
    price_max: asked.priceTo ?? null,
    ...(asked.days === undefined ? {} : { created_after: new Date(ctx.now.getTime() - asked.days * DAY) }),
  }
  const rows = await poolPage(ctx, filters, { page, perPage, cursor })
  const { data, ...paging } = pageOf(rows, {
    asked: { page, perPage, cursor, ...asked },
    total: await countPool(ctx, filters),
    cursorAfter: row => poolCursor(row),
  })
  return { ...paging, data: data.map(row => pooledLeadOf(row, places, own)) }
}

/** One lead of the pool with all its areas; `null` when it is not in the pool, or not any more. */
export async function pooledLead(ctx: ReadContext, id: number, own: readonly string[]) {
  const [row] = await poolPage(ctx, { ids: [id] }, { perPage: 1 })
  if (!row) return null
  const places = await placesOf(ctx)
  const { primary, rest } = areaNames(places, row.area_ids, own)
  return { ...pooledLeadOf(row, places, own), areas: [...primary, ...rest] }
}

/** The agent's own areas: their names, and the ids of all that lies in them. */
export async function ownAreas(ctx: ReadContext): Promise<{ names: string[]; ids: number[] }> {
  const { rows } = await sql<Pick<Row<'agents'>, 'area_ids'>>`
    SELECT area_ids FROM agents WHERE id = ${ctx.viewer.agent_id}`.execute(ctx.db)
  const places = await placesOf(ctx)
  const areas = (rows[0]?.area_ids ?? []).flatMap(id => places.areas.get(id) ?? [])
  const references = areas.map(({ id, type }) => ({ area_id: id, area_type: type as AreaReference['area_type'] }))
  return { names: areas.map(({ name }) => name), ids: areasWithin(places, references) ?? [] }
}
