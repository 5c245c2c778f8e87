import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import type { ReceivedEmail } from '../../events.ts'

/** Of e-mails that leads write. */
export const replyKind: NotificationKind = {
  name: 'email',
  label: 'E-mails from leads',
  icon: 'reply',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
}

/** Notifies the agent of a lead of an e-mail, whoever it was written to. */
export async function notifyOfReply(
  ctx: Change,
  { id, lead_id, agent_id, subject, snippet }: ReceivedEmail,
): Promise<void> {
  if (agent_id === null) return
  const { name, path } = await leadInNotification(ctx, lead_id)
  await notify(ctx, {
    to: { agents: [agent_id] },
    kind: replyKind,
    cause: `mailbox email ${id}`,
    title: `${name} wrote an e-mail`,
    body: snippet || subject,
    path,
    lead_id,
  })
}
