import { z } from 'zod'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { defineCursors, foreignCursor, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, ReadContext, Viewer } from '../../../platform/server/context.ts'
import { forbidden, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { mlsNumber } from '../../deals/rules/address.ts'
import { type BrokerageListingFields, BrokerageSort, type brokerageListingCalls, DEFAULT_SORT } from '../contract.ts'
import { MAX_PHOTOS } from '../rules.ts'
import {
  deletePhoto,
  foundListings,
  insertListing,
  insertPhotos,
  insertPrice,
  type ListingColumns,
  lockListing,
  orderPhotos,
  photosOf,
  requireListing,
  tabCounts,
  updateListing,
  worksForAll,
} from './queries.ts'
import { storePhoto } from './remote/photos.ts'

/** Where a page of homes ended, and in which order. */
const listingCursors = defineCursors(
  z.object({ sort: BrokerageSort, key: z.string().max(40).nullable(), id: z.int32() }),
)

export const brokerageListingHandlers: Handlers<typeof brokerageListingCalls> = {
  async list(ctx, input) {
    const { page: _page, perPage: _perPage, cursor, ...filters } = input
    const { sort = DEFAULT_SORT, tab = 'all' } = filters
    const after = cursor ? listingCursors.read(cursor) : null
    if (after && after.sort !== sort) throw foreignCursor()
    const { limit, offset } = windowOf(input)
    const counts = await tabCounts(ctx, filters)
    const found = pageOf(await foundListings(ctx, filters, { offset, limit, after }), {
      asked: input,
      total: counts[tab],
      cursorAfter: ({ sort_key, id }) => listingCursors.write({ sort, key: sort_key, id }),
    })
    return { ...found, data: found.data.map(({ sort_key: _key, ...home }) => home), counts }
  },

  async create(ctx, fields) {
    const columns = columnsOf({ ...fields, agent_id: agentFor(ctx, fields) })
    const id = await insertListing(ctx, { status: 'coming_soon', ...columns }, ctx.author)
    await insertPrice(ctx, id, Math.round(fields.price * 100))
    ctx.audit({ subject: 'brokerage_listing', subject_id: id, after: fields })
    publish(ctx, id)
    return requireListing(ctx, id)
  },

  get: (ctx, { id }) => requireListing(ctx, id),

  async update(ctx, { id, photo_ids, ...fields }, { ifMatch }) {
    const { version, price } = await lockOwn(ctx, id)
    if (ifMatch !== null && ifMatch !== version) throw stale(await requireListing(ctx, id))
    const before = await requireListing(ctx, id)
    if (fields.agent_id !== undefined && !worksForAll(ctx.viewer) && fields.agent_id !== before.agent?.id)
      throw forbidden('Only the office can give a listing to another agent.')
    await updateListing(ctx, id, columnsOf(fields))
    const cents = fields.price === undefined ? null : Math.round(fields.price * 100)
    if (cents !== null && cents !== Number(price)) await insertPrice(ctx, id, cents)
    if (photo_ids) await orderPhotos(ctx, id, photo_ids)
    const after = await requireListing(ctx, id)
    ctx.audit({ subject: 'brokerage_listing', subject_id: id, before, after })
    publish(ctx, id)
    return after
  },

  async addPhotos(ctx, { id }, { files }) {
    const before = await requireListing(ctx, id)
    if (!before.may_change) throw forbidden(NOT_YOURS)
    if (files.length === 0) throw invalid({ photos: ['photos is required.'] })
    refuseTooMany(before.photos, files.length)
    const names: string[] = []
    for (const file of files) names.push(await storePhoto(ctx.config, file))
    return ctx.transaction(async tx => {
      await lockOwn(tx, id)
      // Counted again: others may have added photos while these were drawn.
      refuseTooMany(await photosOf(tx, id), names.length)
      await insertPhotos(tx, id, names)
      tx.audit({ subject: 'brokerage_listing', subject_id: id, after: { photos_added: names.length } })
      publish(tx, id)
      return requireListing(tx, id)
    })
  },

  async removePhoto(ctx, { id, photoId }) {
    await lockOwn(ctx, id)
    if (!(await deletePhoto(ctx, id, photoId))) throw notFound('photo')
    publish(ctx, id)
    return requireListing(ctx, id)
  },
}

const NOT_YOURS = 'Only the agent of a listing and the office can change it.'

function refuseTooMany(photos: readonly unknown[], more: number): void {
  if (photos.length + more > MAX_PHOTOS) throw invalid({ photos: [`A home has at most ${MAX_PHOTOS} photos.`] })
}

async function lockOwn(ctx: Change & { viewer: Viewer }, id: number) {
  const listing = await lockListing(ctx, id)
  if (!listing.may_change) throw forbidden(NOT_YOURS)
  return listing
}

/** An agent's listing is their own; the office says whose it is, or nobody's yet. */
function agentFor({ viewer }: ReadContext, { agent_id }: Pick<BrokerageListingFields, 'agent_id'>): number | null {
  if (worksForAll(viewer)) return agent_id ?? viewer.agent_id
  if (agent_id != null && agent_id !== viewer.agent_id)
    throw forbidden('Only the office can give a listing to another agent.')
  return viewer.agent_id
}

function columnsOf(fields: Partial<BrokerageListingFields>): ListingColumns {
  const { price, taxes, ...rest } = fields
  const given = {
    ...rest,
    ...(price !== undefined && { price: Math.round(price * 100) }),
    ...(taxes !== undefined && { taxes: taxes === null ? null : Math.round(taxes * 100) }),
    ...(rest.mls_number !== undefined && { mls_number: mlsNumber(rest.mls_number ?? '') || null }),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ListingColumns
}

const publish = (ctx: Change, id: number) => ctx.changed('brokerage_listings', [id], ['right:access_listings'])
