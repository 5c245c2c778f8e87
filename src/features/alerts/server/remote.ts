import type { Change, RemoteContext } from '../../../platform/server/context.ts'
import { invalid, notFound, Refusal } from '../../../platform/server/errors.ts'
import { isSendingPaused } from '../../../platform/server/jobs/sending.ts'
import { SENDING_IS_PAUSED } from '../../sending/rules.ts'
import { reasonsAgainst } from './commands/mayEmail.ts'
import { deliver, sendAlert } from './jobs/sendAlert.ts'
import { lockAlert, type StoredAlert } from './queries/alerts.ts'
import { beginSendByHand } from './queries/matching.ts'
import { alertLead, type SendOutcome } from './queries/sends.ts'

/** Should this process die while it sends, a job looks after the e-mail this much later. */
const RESCUE_MS = 3 * 60_000

/** Why nothing can be sent by hand, beside what stands against the lead. */
export const NOTHING_NEW = 'There is nothing new to send for this alert.'

/** Sends by hand what an alert finds and never sent; refuses with every reason, and then has created nothing. */
export async function sendByHand(
  ctx: RemoteContext,
  id: number,
  begin: (change: Change, alert: StoredAlert) => Promise<{ id: number; listings: number }> = beginSendByHand,
): Promise<{ alert_id: number; listings: number }> {
  if (await isSendingPaused(ctx.db)) refuse([SENDING_IS_PAUSED])
  const send = await ctx.transaction(async change => {
    const alert = await lockAlert(change, id)
    const lead = await alertLead(change, alert.lead_id)
    if (!lead || alert.deleted_at !== null) throw notFound('alert')
    refuse(await reasonsAgainst(change, lead, alert))
    const begun = await begin(change, alert)
    if (begun.listings === 0) refuse([NOTHING_NEW])
    await change.enqueue(sendAlert, { send_id: begun.id }, { startAfter: new Date(ctx.now.getTime() + RESCUE_MS) })
    change.audit({ subject: 'alert', subject_id: id, after: { lead_id: alert.lead_id, sent: begun.listings } })
    return begun
  })
  const outcome = await deliver(ctx, send.id)
  if (outcome !== null && outcome !== 'taken' && outcome.state !== 'sent') refuse([problemOf(outcome)])
  return { alert_id: id, listings: send.listings }
}

function problemOf({ state, problem }: SendOutcome): string {
  const said = (problem ?? 'The e-mail was not sent').replace(/\.?$/, '.')
  return state === 'waiting' ? `${said} We will retry automatically.` : said
}

function refuse(reasons: readonly string[]): void {
  if (reasons.length > 0) throw invalid({ alert: [...reasons] })
}

/** The same for several alerts; those that are refused say why and stop none of the others. */
export async function sendEach(ctx: RemoteContext, ids: readonly number[]) {
  const sent: { alert_id: number; listings: number }[] = []
  const refused: { alert_id: number; errors: string[] }[] = []
  for (const id of ids) {
    try {
      sent.push(await sendByHand(ctx, id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ alert_id: id, errors: error.fields ? Object.values(error.fields).flat() : [error.message] })
    }
  }
  return { sent, refused }
}
