import type { Change } from '../../../../platform/server/context.ts'
import { SEES_ALL } from '../../../leads/server/commands/audience.ts'
import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import { sendAlert } from '../jobs/sendAlert.ts'
import { beginDueSends } from '../queries/matching.ts'
import { expiredSends, expireSends, overdueAlerts } from '../queries/overdue.ts'
import { tryAgain } from './retry.ts'

const BATCH = 1000

/** The e-mails of alerts, for a pause of all sending. */
export const alertEmails: SendingKind = {
  job: sendAlert.name,
  label: 'E-mails of listing and building alerts',
  recipients: 'leads',
  overdue: overdueAlerts,
  async expire(ctx) {
    const expired = await expireSends(ctx, await beginAllDue(ctx), DISCARDED)
    if (expired > 0) ctx.changed('alerts', [], [SEES_ALL])
    return expired
  },
  async revive(ctx, expiredAt) {
    const ids = await expiredSends(ctx, expiredAt)
    if (ids.length > 0) await tryAgain(ctx, ids)
  },
}

/** Alerts that are due get their e-mail, so that what was not sent is known. */
async function beginAllDue(ctx: Change): Promise<number[]> {
  const all: number[] = []
  for (;;) {
    const begun = await beginDueSends(ctx, BATCH)
    all.push(...begun)
    if (begun.length < BATCH) return all
  }
}
