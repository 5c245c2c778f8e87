import type { Change } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import { recordConsents, recordInquiry } from '../../../consent/server/commands.ts'
import type { ContactChannel } from '../../../leads/rules.ts'
import { recordSignals } from '../../../leads/server/commands/signals.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { kinds, type RequestKind } from '../../../requests/rules.ts'
import { submitRequest } from '../../../requests/server/commands.ts'
import { contactOf, isInquiry } from '../../rules/events.ts'
import type { KnownSource } from '../queries/sources.ts'
import type { EventOfLead } from './people.ts'

const requested: Readonly<Record<string, RequestKind>> = {
  viewing_requested: 'viewing',
  offer_requested: 'offer',
  sell_requested: 'sell',
}

/** What somebody asked for becomes a request, and whoever asks for anything may be answered. */
export async function submitAsked(ctx: Change, source: KnownSource, each: EventOfLead): Promise<void> {
  const { event, lead } = each
  const kind = requested[event.type]
  const then: Change = { ...ctx, now: new Date(event.occurred_at) }
  if (kind) await submitOrRecord(then, source, each, kind)
  if (!isInquiry(event.type)) return
  const { channels: agreed = [], text = null } = event.data.consent ?? {}
  await recordSaid(then, {
    lead_id: lead.id,
    source: source.name,
    reached: kind ? [] : channelsOf(each, source),
    agreed,
    wording: text,
  })
}

/** What somebody said about being reached. */
interface Said {
  lead_id: number
  source: string
  /** On what they left an address or a number to be answered at. */
  reached: readonly ContactChannel[]
  /** What they agreed to. */
  agreed: readonly ContactChannel[]
  /** The words that they agreed to. */
  wording: string | null
}

/** Records that somebody asked to be answered, and what else they agreed to. */
export async function recordSaid(ctx: Change, { lead_id, source, reached, agreed, wording }: Said): Promise<void> {
  const asked = reached.filter(channel => !agreed.includes(channel))
  if (asked.length > 0) await recordInquiry(ctx, { lead_id, channels: asked, source })
  await recordConsents(
    ctx,
    agreed.map(channel => ({
      lead_id,
      channel,
      kind: 'express',
      source,
      ...(wording ? { evidence: wording } : {}),
    })),
  )
}

/** What makes no proper request (no address, no price, a day that is past) is on the timeline all the same. */
async function submitOrRecord(ctx: Change, source: KnownSource, each: EventOfLead, kind: RequestKind): Promise<void> {
  const { event, home, lead } = each
  const { data } = event
  const address = home?.address ?? data.address ?? data.building ?? data.mls_number ?? ''
  try {
    await submitRequest(ctx, {
      lead_id: lead.id,
      kind,
      listing_id: home?.status === 'active' ? home.id : null,
      address: address || (kind === 'sell' ? 'their home' : ''),
      times: (data.times ?? []).map(({ date, from }) => ({ date, from: from ?? null })),
      price: data.price || null,
      move_in_date: data.move_in_date ?? null,
      message: (data.message ?? '').slice(0, 2000),
      source: source.name,
      source_key: `intake ${source.id} ${event.source_event_id}`,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await addMilestones(ctx, [
      {
        lead_id: lead.id,
        agent_id: lead.agent_id,
        milestone_type_id: kinds[kind].milestone,
        model_type: kinds[kind].taskable,
        value: address || null,
        description: data.message ?? '',
        happened_at: event.occurred_at,
      },
    ])
    await recordSignals(ctx, [{ id: lead.id, active_at: event.occurred_at, request: kind }])
    const channels = channelsOf(each, source)
    if (channels.length > 0) await recordInquiry(ctx, { lead_id: lead.id, channels, source: source.name })
  }
}

function channelsOf({ event }: EventOfLead, source: KnownSource): ContactChannel[] {
  const { email, phone } = contactOf({ email: event.person.email, phone: event.person.phone }, source.proxies)
  return [...(email ? (['email'] as const) : []), ...(phone ? (['text', 'call'] as const) : [])]
}
