import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import type { EndedSendings } from '../../events.ts'

/** Of messages that people wrote and nobody got: most fail long after their writer has left the page. */
export const undeliveredKind: NotificationKind = {
  name: 'undelivered',
  label: 'Your messages that were not delivered',
  icon: 'failure',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
}

/** A message that somebody wrote to one lead. */
interface WrittenMessage {
  sending_id: number
  lead_id: number
  /** Who wrote it. */
  user_id: number | null
  /** "e-mail", "text". */
  noun: string
}

/** Notifies whoever wrote a message that it was not delivered, and why. What they cancelled themselves is no news to them. */
export async function notifyOfUndelivered(
  ctx: Change,
  { sending_id, lead_id, user_id, noun }: WrittenMessage,
  { state, reason }: Pick<EndedSendings, 'state' | 'reason'>,
): Promise<void> {
  if (user_id === null || (state !== 'failed' && state !== 'refused')) return
  const { name, path } = await leadInNotification(ctx, lead_id)
  await notify(ctx, {
    to: { users: [user_id] },
    kind: undeliveredKind,
    cause: `sending ${sending_id}`,
    title: `Your ${noun} to ${name} was not delivered`,
    body: reason ?? '',
    path,
    lead_id,
    alsoAuthor: true,
  })
}
