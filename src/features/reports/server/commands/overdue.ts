import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import { sendReport } from '../jobs/send.ts'
import { expireReports, overdueReports, reviveReports } from '../queries/sendings.ts'

/** Reports by e-mail, for a pause of all sending. */
export const scheduledReports: SendingKind = {
  job: sendReport.name,
  label: 'Reports by e-mail',
  recipients: 'colleagues',
  overdue: overdueReports,
  expire: ctx => expireReports(ctx, DISCARDED),
  async revive(ctx, expiredAt) {
    for (const sending_id of await reviveReports(ctx, expiredAt)) await ctx.enqueue(sendReport, { sending_id })
  },
}
