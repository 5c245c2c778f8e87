import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import type { bulkCalls } from '../contract.ts'
import { notifyOwner, undoRun } from './commands.ts'
import { answerOf, lateRuns, lockOwnRun, requireRun, writeProgress } from './queries.ts'

export const bulkHandlers: Handlers<typeof bulkCalls> = {
  list: (ctx, asked) => lateRuns(ctx, asked),

  get: (ctx, { id }) => requireRun(ctx, id),

  async cancel(ctx, { id }) {
    // The lock waits for the piece in hand, so that what is answered stays true.
    const run = await lockOwnRun(ctx, id)
    if (run.state !== 'queued' && run.state !== 'running') throw conflict('This change has already finished.')
    const cancelled = { ...run, state: 'cancelled' as const, unpublished: [], finished_at: instantText(ctx.now) }
    await writeProgress(ctx, id, cancelled)
    for (const { topic, audience } of run.unpublished) ctx.changed(topic, [], audience)
    const { action, total, done, changed } = run
    ctx.audit({ subject: 'bulk change', subject_id: id, after: { action, cancelled: true, total, done, changed } })
    notifyOwner(ctx, run)
    return answerOf(cancelled)
  },

  undo: async (ctx, { id }) => undoRun(ctx, await lockOwnRun(ctx, id)),
}
