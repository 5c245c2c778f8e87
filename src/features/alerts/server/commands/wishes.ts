import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { LeadRequest, RequestFields } from '../../../requests/contract.ts'
import { submitRequest } from '../../../requests/server/commands.ts'
import { requestsOf } from '../../../requests/server/queries.ts'
import type { OwnRequest } from '../../contract.ts'
import type { LinkMeaning } from './links.ts'

const sources: Readonly<Record<RequestFields['kind'], string>> = {
  viewing: 'Viewing request from an e-mail',
  offer: 'Offer from an e-mail',
  sell: 'Sell request from an e-mail',
}

/** Takes what the holder of a link asks for: about the home of the link, or about their own. */
export async function takeWish(ctx: Change, link: LinkMeaning, fields: RequestFields): Promise<OwnRequest> {
  if (fields.kind !== 'sell' && link.listing_id === null) throw notFound('page')
  return ownRequest(await submitRequest(ctx, { ...fields, ...link, source: sources[fields.kind] }))
}

/** What a lead asked for about a home, as long as nobody has dealt with it. */
export async function wishesAbout(ctx: QueryContext, leadId: number, listingId: number): Promise<OwnRequest[]> {
  const requests = await requestsOf(ctx, leadId)
  return requests.filter(({ is_open, listing_id }) => is_open && listing_id === listingId).map(ownRequest)
}

const ownRequest = ({ kind, address, times, price, move_in_date, message, updated_at }: LeadRequest): OwnRequest => ({
  kind,
  address,
  times,
  price,
  move_in_date,
  message,
  updated_at,
})
