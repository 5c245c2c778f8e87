import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import type { LeadRequest, RequestFields } from '../../../requests/contract.ts'
import { submitRequest } from '../../../requests/server/commands.ts'
import { pageOfRequests } from '../../../requests/server/queries.ts'
import type { OwnRequest } from '../../contract/alerts.ts'
import type { AlertLead } from '../queries/sends.ts'

const sources: Readonly<Record<RequestFields['kind'], string>> = {
  viewing: 'Viewing request from an e-mail',
  offer: 'Offer from an e-mail',
  sell: 'Sell request from an e-mail',
}

/** Takes what the holder of a link asks for: about the home of the link, or about their own. */
export async function acceptFeedback(
  ctx: Change,
  lead: Pick<AlertLead, 'id' | 'is_gone'>,
  listing_id: number | null,
  fields: RequestFields,
): Promise<OwnRequest> {
  if (fields.kind !== 'sell' && listing_id === null) throw notFound('page')
  if (lead.is_gone) throw conflict('This page no longer takes requests. Please reply to the e-mail instead.')
  return ownRequest(await submitRequest(ctx, { ...fields, lead_id: lead.id, listing_id, source: sources[fields.kind] }))
}

/** What a lead asked for, about one home or about any, as long as nobody has dealt with it; newest first. */
export async function feedbackAbout(ctx: QueryContext, leadId: number, listingId?: number): Promise<OwnRequest[]> {
  const { data } = await pageOfRequests(ctx, leadId, { perPage: MAX_PER_PAGE })
  return data
    .filter(({ is_open, listing_id }) => is_open && (listingId === undefined || listing_id === listingId))
    .map(ownRequest)
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
