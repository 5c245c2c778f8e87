import { z } from 'zod'
import type { Change } from '../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { tagMerged } from '../events.ts'
import { isRestorable, mergeStart } from '../rules.ts'
import { clearingTag, publishTag } from './commands/tags.ts'
import { moveSome, purgeSome } from './queries/leadTags.ts'
import { lockAnyTag, writeTag } from './queries/tags.ts'

/** Leads of a batch: lists stay quick beside many short transactions. */
const BATCH_LEADS = 500
const RUN_MS = 15_000
const Data = z.object({ tag_id: Id })

/**
 * Moves the leads of a merged tag to the one that stands for it, and takes a deleted tag from its leads. Each batch is
 * found anew, so a run that was cut short, or one that comes twice, goes on where the last one stopped.
 */
export const clearTag: Job<z.output<typeof Data>> = defineJob({
  ...clearingTag,
  title: 'Move or take away a tag',
  data: Data,
  about: (_ctx, { tag_id }) => ({ kind: 'tag', id: tag_id }),
  expireInSeconds: 45,
  run: async (ctx, { tag_id }) => {
    const startedAt = performance.now()
    for (let goesOn = true; goesOn; ) {
      const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
      goesOn = await ctx.transaction(async tx => {
        const more = await clearBatch(tx, tag_id)
        if (more && isOver) await tx.enqueue(clearingTag, { tag_id })
        return more && !isOver
      })
    }
  },
})

/** One batch; answers whether there may be more. */
async function clearBatch(tx: Change, id: number): Promise<boolean> {
  const tag = await lockAnyTag(tx, id)
  if (!tag) return false
  if (tag.merged_into === null) {
    const isGone = tag.deleted_at !== null && !isRestorable(tag.deleted_at, tx.now)
    return isGone && (await purgeSome(tx, id, BATCH_LEADS)) > 0
  }
  // Merged, taken back and merged again: the second job comes at its own time.
  if (tx.now < mergeStart(tag.merged_at)) return false
  const moved = await moveSome(tx, id, tag.merged_into, BATCH_LEADS)
  if (moved === 0 && tag.deleted_at === null) {
    await writeTag(tx, tag, { ...tag, deleted_at: tx.now.toISOString() })
    await tagMerged.emit(tx, { from: id, into: tag.merged_into })
    tx.audit({ subject: 'tag', subject_id: id, before: tag, after: null })
  }
  publishTag(tx, tag, true)
  publishTag(tx, { ...tag, id: tag.merged_into }, false)
  return moved > 0
}
