import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'

/** Of texts that leads write. */
export const textKind: NotificationKind = {
  name: 'text',
  label: 'Texts from leads',
  icon: 'text',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
}

/** Notifies the agent of a lead of a text. */
export async function notifyOfText(
  ctx: Change,
  text: { id: number; lead_id: number; agent_id: number | null; body: string },
): Promise<void> {
  if (text.agent_id === null) return
  const { name, path } = await leadInNotification(ctx, text.lead_id)
  await notify(ctx, {
    to: { agents: [text.agent_id] },
    kind: textKind,
    cause: `text ${text.id}`,
    title: `${name} texted you`,
    body: text.body,
    path,
    lead_id: text.lead_id,
  })
}
