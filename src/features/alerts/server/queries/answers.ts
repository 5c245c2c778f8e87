import type { QueryContext } from '../../../../platform/server/context.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { buildingsByIds } from '../../../listings/server/queries/listings.ts'
import type { Alert, BuildingAlert, ListingAlert } from '../../contract/alerts.ts'
import { mapPreview } from '../../rules/map.ts'
import { offerKindOf, searchText, searchUrl } from '../../rules/search.ts'
import { matchCount, matchPoints, type StoredAlert } from './alerts.ts'

/** How much of an alert is answered. */
export interface AnswerOptions {
  extra: boolean
  /** The consumer site of the lead; the first one for leads of none. */
  domain: string | null
}

/** An alert over areas as calls answer it. */
export async function listingAlert(
  ctx: QueryContext,
  alert: StoredAlert,
  options: AnswerOptions,
): Promise<ListingAlert> {
  const places = await placesOf(ctx)
  const domain = options.domain ?? places.sites.values().next().value?.domain ?? ctx.config.domain
  const url = searchUrl(domain, alert.search)
  const shared = await common(ctx, alert, options)
  return {
    ...shared,
    tags: searchText(alert.search, await areaNames(ctx)),
    url,
    offer_kind: offerKindOf(url) ?? 'sale',
    map_preview: mapPreview(shared.map_points),
  }
}

/** An alert for buildings as calls answer it. */
export async function buildingAlert(
  ctx: QueryContext,
  alert: StoredAlert,
  options: AnswerOptions,
): Promise<BuildingAlert> {
  return {
    ...(await common(ctx, alert, options)),
    filter_strings: searchText(alert.search, await areaNames(ctx)),
    buildings: await buildingsByIds(ctx, alert.search.buildings),
  }
}

/** Whichever it is. */
export const alertAnswer = (ctx: QueryContext, alert: StoredAlert, options: AnswerOptions): Promise<Alert> =>
  alert.kind === 'listing' ? listingAlert(ctx, alert, options) : buildingAlert(ctx, alert, options)

/** Names of all areas, by id. */
export async function areaNames(ctx: QueryContext): Promise<ReadonlyMap<number, string>> {
  const { areas } = await placesOf(ctx)
  return new Map([...areas].map(([id, { name }]) => [id, name]))
}

async function common(ctx: QueryContext, alert: StoredAlert, { extra }: AnswerOptions) {
  const { id, lead_id, name, alert_frequency, search, last_sent_at, next_due_at, version, problem } = alert
  const match_count = extra ? await matchCount(ctx, search) : null
  const map_points = extra ? await matchPoints(ctx, search) : []
  return {
    id,
    lead_id,
    name,
    alert_frequency,
    search,
    last_sent_at,
    next_due_at,
    version,
    problem,
    match_count,
    map_points,
  }
}
