import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'

/** Of calls that nobody answered. */
export const missedCallKind: NotificationKind = {
  name: 'missed_call',
  label: 'Missed calls',
  icon: 'call',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: { channel: 'text', seconds: 300 },
  isAlwaysShown: true,
  isAnnounced: true,
}

/** Notifies the agent of a lead whose call nobody answered. */
export async function notifyOfMissedCall(
  ctx: Change,
  { id, lead_id, agent_id, from_number }: { id: number; lead_id: number; agent_id: number | null; from_number: string },
): Promise<void> {
  if (agent_id === null) return
  const { name, path } = await leadInNotification(ctx, lead_id)
  await notify(ctx, {
    to: { agents: [agent_id] },
    kind: missedCallKind,
    cause: `call ${id}`,
    title: `Missed call from ${name === 'a lead' ? from_number : name}`,
    body: name === 'a lead' ? '' : from_number,
    path,
    lead_id,
  })
}
