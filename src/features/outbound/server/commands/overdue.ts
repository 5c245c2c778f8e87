import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import { sendingsEnded } from '../../events.ts'
import { expireSendings, overdueSendings, reviveSendings } from '../queries/overdue.ts'

/** The messages of a job that the door enqueues (`job` of a request), for a pause of all sending. */
export const sendingKindOf = (job: string, label: string): SendingKind => ({
  job,
  label,
  recipients: 'leads',
  overdue: ctx => overdueSendings(ctx, job),
  async expire(ctx) {
    const sendings = await expireSendings(ctx, job, DISCARDED)
    if (sendings.length > 0) await sendingsEnded.emit(ctx, { state: 'cancelled', reason: DISCARDED, sendings })
    return sendings.length
  },
  async revive(ctx, at) {
    for (const id of await reviveSendings(ctx, { job, at, reason: DISCARDED }))
      await ctx.enqueue({ name: job }, { sending_id: id })
  },
})
