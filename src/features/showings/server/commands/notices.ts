import type { Change } from '../../../../platform/server/context.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import type { Showing } from '../../contract.ts'
import type { ClientAnswer } from '../../rules.ts'
import type { ShownLead } from '../queries/showings.ts'

/** Of what clients answer to the e-mails about showings. */
export const showingAnswerKind: NotificationKind = {
  name: 'showing_answer',
  label: 'Answers about showings',
  icon: 'showing',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
}

const did: Readonly<Record<ClientAnswer, string>> = {
  confirmed: 'confirmed',
  another_time: 'asks for another time for',
  cancelled: 'cancelled',
}

/** Notifies the agent of a client's answer. */
export async function notifyOfAnswer(
  ctx: Change,
  { showing, lead, answer, message }: { showing: Showing; lead: ShownLead; answer: ClientAnswer; message: string },
): Promise<void> {
  if (lead.agent_id === null) return
  const { name, path } = await leadInNotification(ctx, lead.id)
  await notify(ctx, {
    to: { agents: [lead.agent_id] },
    kind: showingAnswerKind,
    cause: `showing ${showing.id} ${answer} ${showing.starts_at}`,
    title: `${name} ${did[answer]} ${showing.address_formatted}`,
    body: message,
    path,
    lead_id: lead.id,
  })
}
