import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import { agentNames, userNames } from '../../../people/server/queries/names.ts'
import type { TransferKind } from '../../rules.ts'
import type { EndedRow } from '../queries.ts'

/** Of leads that colleagues send, and of what became of leads that one sent. */
export const transferKind: NotificationKind = {
  name: 'transfer',
  label: 'Leads sent to you, and answers to those you sent',
  icon: 'transfer',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: { channel: 'email', seconds: 3600 },
  isAlwaysShown: true,
  right: 'is_agent',
}

interface Begun {
  kind: TransferKind
  to_agent_id: number
  sent_by: number | null
  moved: readonly { lead_id: number; transfer_id: number }[]
}

/**
 * Notifies whoever gets leads, of many at once together. A lead that they have yet to accept is not named. Offers by distribution have a kind
 * of their own.
 */
export async function notifyReceiver(ctx: Change, { kind, to_agent_id, sent_by, moved }: Begun): Promise<void> {
  const [first] = moved
  if (!first || kind === 'offer') return
  const by = (sent_by === null ? null : (await userNames(ctx, [sent_by])).get(sent_by)) || 'The office'
  const did = kind === 'transfer' ? 'sent' : 'assigned'
  const isOwn = kind === 'assignment' && moved.length === 1
  const lead = await leadInNotification(ctx, first.lead_id)
  await notify(ctx, {
    to: { agents: [to_agent_id] },
    kind: transferKind,
    cause: `transfer ${first.transfer_id}`,
    title:
      moved.length === 1
        ? `${by} ${did} you ${isOwn ? lead.name : 'a lead'}`
        : `${by} ${did} you ${moved.length} leads`,
    body: kind === 'transfer' ? 'Accept or reject under the arrows in the drawer.' : '',
    path: moved.length === 1 ? lead.path : '/leads',
    lead_id: isOwn ? first.lead_id : null,
  })
}

/** Notifies whoever sent leads that they were accepted or rejected. The lead is no longer theirs, so it is not named. */
export async function notifySenders(ctx: Change, ended: readonly EndedRow[]): Promise<void> {
  for (const { id, kind, state, from_agent_id, to_agent_id } of ended) {
    const isAnswer = kind === 'transfer' && (state === 'accepted' || state === 'rejected')
    if (!isAnswer || from_agent_id === null) continue
    const to = (await agentNames(ctx, [to_agent_id])).get(to_agent_id) || 'A colleague'
    await notify(ctx, {
      to: { agents: [from_agent_id] },
      kind: transferKind,
      cause: `transfer ${id} ${state}`,
      title: `${to} ${state} the lead that you sent`,
      path: '/leads',
    })
  }
}
