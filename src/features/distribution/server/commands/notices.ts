import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import { rolesString } from '../../../leads/rules.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { endNotified, markNotified, notify } from '../../../notifications/server/commands/notify.ts'
import type { OfferOutcome } from '../../rules/states.ts'
import { distributionSettings } from '../queries/settings.ts'

/** Of leads that distribution offers. */
export const offerKind: NotificationKind = {
  name: 'offer',
  label: 'New leads offered to you',
  icon: 'offer',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: { channel: 'text', seconds: 30 },
  isAlwaysShown: true,
  isUrgent: true,
  textHint: 'Answer 1 to accept.',
  right: 'is_agent',
}

const causeOf = (offerId: number) => `offer ${offerId}`

interface Offered {
  offer_id: number
  agent_id: number
  lead: { roles: readonly string[]; area_ids: readonly number[] }
  areas: readonly string[]
  expires_at: Date
}

/**
 * Notifies an agent of an offer, on the ways that the administrators allow for offers. It says no more of the lead than the offer does:
 * neither name nor contact.
 */
export async function notifyOfOffer(
  ctx: Change,
  { offer_id, agent_id, lead, areas, expires_at }: Offered,
): Promise<void> {
  const { offer_channels } = await distributionSettings(ctx)
  const what = [rolesString(lead.roles), areas.slice(0, 2).join(', ')].filter(Boolean).join(' in ')
  const until = format(new TZDate(expires_at, region.zone), 'h:mm a')
  await notify(ctx, {
    to: { agents: [agent_id] },
    kind: offerKind,
    cause: causeOf(offer_id),
    title: 'A new lead is offered to you',
    body: `${what ? `${what}. ` : ''}Until ${until}.`,
    path: '/leads',
    expires_at,
    ways: offer_channels.flatMap(channel => (channel === 'push' ? (['push', 'app'] as const) : [channel])),
    alsoAuthor: true,
  })
}

/** Writes down that the agent saw an offer on a screen: nobody texts them about it. */
export const offerSeen = (ctx: Change, offerId: number): Promise<void> =>
  markNotified(ctx, { kind: offerKind, cause: causeOf(offerId) }, 'seen')

/** Ends the notifications of an offer that is over. */
export async function offerOver(ctx: Change, offerId: number, outcome: OfferOutcome): Promise<void> {
  const named = { kind: offerKind, cause: causeOf(offerId) }
  if (outcome === 'accepted' || outcome === 'rejected') await markNotified(ctx, named, 'acted')
  else await markNotified(ctx, named, 'read')
  await endNotified(ctx, named)
}
