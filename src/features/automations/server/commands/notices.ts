import type { Change } from '../../../../platform/server/context.ts'
import { failureKind, type NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { leadInNotification } from '../../../notifications/server/queries/about.ts'
import { type SelfStop, selfStops } from '../../rules/runs.ts'
import type { ActionLead } from '../queries/actionLeads.ts'

/** Of what automations say. */
export const automationKind: NotificationKind = {
  name: 'automation',
  label: 'Notifications of automations',
  icon: 'automation',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
  isAnnounced: true,
}

/** Of automations that switched themselves off. */
export const selfStopKind = failureKind('automation_stopped', 'Automations that switched themselves off')

interface Said {
  lead: ActionLead
  agent_id: number
  /** Whether the automation names the colleague: they hear of it whether or not they may open the lead. */
  isChosen: boolean
  text: string
  automation: string
  cause: string
}

/** Does what the action "Notify" says. */
export async function notifyByAutomation(ctx: Change, said: Said): Promise<void> {
  const { path } = await leadInNotification(ctx, said.lead.id)
  await notify(ctx, {
    to: { agents: [said.agent_id] },
    kind: automationKind,
    cause: said.cause,
    title: said.text,
    body: said.isChosen ? said.automation : `${said.lead.name || 'A lead'} · ${said.automation}`,
    path,
    lead_id: said.isChosen ? null : said.lead.id,
    alsoAuthor: true,
  })
}

/** Notifies the administrators that an automation switched itself off. */
export async function notifyOfSelfStop(
  ctx: Change,
  { id, name, why, notice_id }: { id: number; name: string; why: SelfStop; notice_id: number },
): Promise<void> {
  await notify(ctx, {
    to: 'administrators',
    kind: selfStopKind,
    cause: `notice ${notice_id}`,
    title: `${name || 'An automation'} switched itself off`,
    body: selfStops[why],
    path: `/automations/${id}`,
    alsoAuthor: true,
  })
}
