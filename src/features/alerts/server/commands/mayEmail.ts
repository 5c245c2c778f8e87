import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Intention } from '../../../outbound/server/commands/decide.ts'
import { reasonsAgainstSending } from '../../../outbound/server/commands/decide.ts'
import { OFF } from '../../rules/frequency.ts'
import type { StoredAlert } from '../queries/alerts.ts'
import type { AlertLead } from '../queries/sends.ts'

/** What an alert is to the door: automatic, and from what the brokerage markets, also when a person begins it. */
export const alertIntention: Intention = { channel: 'email', class: 'commercial', is_marketing: true }

/** Why this alert may not be sent to anybody now; the door decides about the lead. */
export const reasonsOfAlert = (alert: Pick<StoredAlert, 'alert_frequency' | 'deleted_at'>): string[] => [
  ...(alert.deleted_at !== null ? ['This alert was deleted.'] : []),
  ...(alert.alert_frequency === OFF ? ['This alert is off.'] : []),
]

/** Every reason why an alert may not be sent to this lead now; none when it may. */
export const reasonsAgainst = async (
  ctx: QueryContext,
  lead: AlertLead,
  alert: Pick<StoredAlert, 'alert_frequency' | 'deleted_at'>,
): Promise<string[]> => [...reasonsOfAlert(alert), ...(await reasonsAgainstSending(ctx, alertIntention, lead.id))]

/** By what the door knows one e-mail of an alert. */
export const causeOf = (sendId: number): string => `alert:${sendId}`

/** The e-mail of an alert that the door knows by this; `null` when it is something else. */
export const sendOf = (cause: string): number | null => {
  const [, id] = /^alert:(\d+)$/.exec(cause) ?? []
  return id === undefined ? null : Number(id)
}
