import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Change, QueryContext, ReadContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { hashOfToken } from '../../../platform/server/secrets.ts'
import { dayAfter, instantAt, wallClock } from '../../../platform/wire/days.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { region } from '../../../product/region/region.ts'
import { publicListing, requireListing } from '../../brokerage-listings/server/queries.ts'
import { isActiveAgent } from '../../people/server/queries/users.ts'
import type { OpenHouse, OpenHouseFields, openHouseCalls } from '../contract.ts'
import { consentWording, MAX_DAYS_AHEAD } from '../rules.ts'
import { newLink, publishOpenHouses, signVisitorIn, tokenOf } from './commands.ts'
import {
  insertOpenHouse,
  lockOpenHouse,
  type OpenHouseColumns,
  openHouseOfToken,
  pageOfOpenHouses,
  pageOfVisitors,
  requireOpenHouse,
  type StoredOpenHouse,
  updateOpenHouse,
} from './queries.ts'

export const openHouseHandlers: Handlers<typeof openHouseCalls> = {
  async list(ctx, { id, ...asked }) {
    const { may_change } = await requireListing(ctx, id)
    const found = await pageOfOpenHouses(ctx, id, asked)
    return { ...found, data: found.data.map(house => openHouseFor(ctx, house, may_change)) }
  },

  async plan(ctx, { id, ...fields }) {
    await requireOwn(ctx, id)
    const columns = await columnsOf(ctx, fields)
    const houseId = await insertOpenHouse(ctx, { listing_id: id, ...columns, ...newLink(ctx) })
    ctx.audit({ subject: 'open_house', subject_id: houseId, after: { listing_id: id, ...columns } })
    publishOpenHouses(ctx, id)
    return openHouseFor(ctx, await requireOpenHouse(ctx, houseId), true)
  },

  async update(ctx, { id, ...fields }, { ifMatch }) {
    const before = await lockPlanned(ctx, id)
    if (ifMatch !== null && ifMatch !== before.version) throw stale(openHouseFor(ctx, before, true))
    return change(ctx, before, await columnsOf(ctx, fields))
  },

  async cancel(ctx, { id }) {
    const before = await lockPlanned(ctx, id)
    return change(ctx, before, { cancelled_at: ctx.now.toISOString() })
  },

  async renewLink(ctx, { id }) {
    const before = await lockPlanned(ctx, id)
    await updateOpenHouse(ctx, id, newLink(ctx))
    ctx.audit({ subject: 'open_house', subject_id: id, after: { link: 'renewed' } })
    publishOpenHouses(ctx, before.listing_id)
    return openHouseFor(ctx, await requireOpenHouse(ctx, id), true)
  },

  async visitors(ctx, { id, ...asked }) {
    const house = await requireOpenHouse(ctx, id)
    const { may_change } = await requireListing(ctx, house.listing_id)
    if (!may_change && !isHostedBy(ctx, house))
      throw forbidden('Only the host, the agent of the listing and the office see who came.')
    return pageOfVisitors(ctx, id, asked)
  },

  async signInPage(ctx, { token }) {
    const { id, listing_id, starts_at, ends_at, is_cancelled } = await requireLink(ctx, token)
    const { address, neighbourhood, city, property_type, cover, mls_photo_base } = await publicListing(ctx, listing_id)
    return {
      open_house_id: id,
      starts_at,
      ends_at,
      is_cancelled,
      zone: region.zone,
      address,
      place: [neighbourhood, city].filter(Boolean).join(', '),
      property_type,
      cover,
      mls_photo_base,
      consent_wording: consentWording(ctx.config.siteName),
    }
  },

  async signIn(ctx, { token, signed_at, ...given }) {
    const { email = '', phone = '', has_agent = null, agrees = false } = given
    await signVisitorIn(ctx, await requireLink(ctx, token), {
      ...given,
      email,
      phone,
      has_agent,
      agrees,
      waited_since: signed_at === undefined ? null : parseInstant(signed_at),
    })
    return {}
  },
}

async function requireLink(ctx: QueryContext, token: string): Promise<StoredOpenHouse> {
  const house = await openHouseOfToken(ctx, hashOfToken(token))
  if (!house) throw notFound('page')
  return house
}

async function requireOwn(ctx: ReadContext, listingId: number): Promise<void> {
  const { may_change } = await requireListing(ctx, listingId)
  if (!may_change) throw forbidden('Only the agent of a listing and the office plan its open houses.')
}

async function lockPlanned(ctx: Change & ReadContext, id: number): Promise<StoredOpenHouse> {
  const house = await lockOpenHouse(ctx, id)
  await requireOwn(ctx, house.listing_id)
  if (house.is_cancelled) throw conflict('This open house was cancelled.')
  return house
}

async function change(ctx: Change & ReadContext, before: StoredOpenHouse, columns: OpenHouseColumns) {
  await updateOpenHouse(ctx, before.id, columns)
  ctx.audit({ subject: 'open_house', subject_id: before.id, before: shownOf(before), after: columns })
  publishOpenHouses(ctx, before.listing_id)
  return openHouseFor(ctx, await requireOpenHouse(ctx, before.id), true)
}

/** Nothing secret goes into the audit log. */
const shownOf = ({ starts_at, ends_at, host }: StoredOpenHouse) => ({
  starts_at,
  ends_at,
  host_agent_id: host?.id ?? null,
})

const isHostedBy = ({ viewer }: ReadContext, { host }: StoredOpenHouse): boolean =>
  host !== null && viewer.reach.includes(host.id)

function openHouseFor(ctx: ReadContext, house: StoredOpenHouse, mayChange: boolean): OpenHouse {
  const { sealed_token: _sealed, ...shown } = house
  return { ...shown, token: mayChange || isHostedBy(ctx, house) ? tokenOf(ctx, house) : null }
}

/** When it begins and ends, and its host, as they are stored; with what is wrong of what was asked, by field. */
async function columnsOf(ctx: ReadContext, { date, from, to, host_agent_id = null }: OpenHouseFields) {
  const starts = instantAt(date, from, region.zone)
  const ends = instantAt(date, to, region.zone)
  if (ends <= starts) throw invalid({ to: ['An open house ends after it begins.'] })
  if (ends <= ctx.now) throw invalid({ date: ['This time is over.'] })
  if (date > dayAfter(wallClock(ctx.now, region.zone).day, MAX_DAYS_AHEAD))
    throw invalid({ date: ['Plan at most a year ahead.'] })
  if (host_agent_id !== null && !(await isActiveAgent(ctx, host_agent_id)))
    throw invalid({ host_agent_id: ['This agent does not exist.'] })
  return { starts_at: starts.toISOString(), ends_at: ends.toISOString(), host_agent_id }
}
