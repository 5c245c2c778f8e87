import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden } from '../../../../platform/server/errors.ts'
import { leadMergeUndone } from '../../../leads/events.ts'
import { foldEmail, fullName } from '../../../leads/rules.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { rewriteLeads } from '../../../leads/server/commands/rewrite.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import type { LeadRecord } from '../../../leads/server/queries/records.ts'
import { UNDO_DAYS } from '../../contract.ts'
import { mergeFields, restoredRecord } from '../../rules/merging.ts'
import { lookForDuplicates } from '../jobs/look.ts'
import {
  closeMerge,
  isUndoable,
  lockMerge,
  removeMilestone,
  requireMerge,
  type StoredMerge,
} from '../queries/merges.ts'
import { moveRowsBack } from '../queries/moving.ts'
import { addressesOf, lockBoth, publishMerge, whyNotMerge } from './merge.ts'

const addressColumns = ['email', 'email_private', 'phone', 'phone_private'] as const

/** Takes a merge back, in the caller's transaction; answers the labels of fields that it left as somebody changed them since. */
export async function undoMerge(ctx: WriteContext, id: number): Promise<string[]> {
  await requireMerge(ctx, id)
  const merge = await lockMerge(ctx, id)
  if (merge.undone_at !== null) throw conflict('This merge was already undone.')
  if (!isUndoable(merge, ctx.now)) throw conflict(`A merge can be undone for ${UNDO_DAYS} days.`)
  const refusal = whyNotMerge(ctx.viewer, merge.before, merge.merged)
  if (refusal) throw forbidden('These leads belonged to different agents. Ask an administrator to undo the merge.')
  const records = await lockBoth(ctx, [merge.lead_id, merge.merged_id])
  const [lead, other] = [records.get(merge.lead_id), records.get(merge.merged_id)]
  if (!lead || lead.deleted_at !== null)
    throw conflict('The remaining lead has since been merged or deleted. Undo that first.')
  if (!other || other.merged_into !== lead.id) throw conflict('This merge was already undone.')
  return carryOut(ctx, { merge, lead, other })
}

interface Undoing {
  merge: StoredMerge
  lead: LeadRecord
  other: LeadRecord
}

async function carryOut(ctx: WriteContext, { merge, lead, other }: Undoing): Promise<string[]> {
  const moved = await moveRowsBack(ctx, merge)
  const { record, kept } = restoredRecord(merge.before, merge.after, lead)
  const own = await withoutTaken(ctx, { record: { ...lead, ...record }, ids: [lead.id, other.id], fallback: lead })
  const back = { ...other, ...merge.merged, version: other.version, updated_at: other.updated_at }
  const known = new Set(addressesOf(own.record).map(address => address.key))
  const others = await withoutTaken(ctx, { record: back, ids: [lead.id, other.id], fallback: null, known })
  const labels = [...new Set([...kept.map(name => mergeFields[name].label), ...own.left, ...others.left])]
  await closeMerge(ctx, merge.id, labels)
  await rewriteLeads(ctx, [
    { before: lead, after: own.record },
    { before: other, after: others.record },
  ])
  await removeMilestone(ctx, lead.id, merge.id)
  const agent_id = own.record.agent_id
  await leadMergeUndone.emit(ctx, { id: lead.id, merged_id: other.id, agent_id, moved })
  ctx.audit({ subject: 'lead', subject_id: lead.id, before: lead, after: own.record })
  ctx.audit({ subject: 'lead', subject_id: other.id, before: { merged_into: lead.id }, after: others.record })
  ctx.changed('milestones', [lead.id, other.id], leadAudience([lead, own.record]))
  await publishMerge(ctx, lead, others.record)
  await ctx.enqueue(lookForDuplicates, { leads: [lead.id, other.id] })
  return labels
}

interface Restoring {
  record: LeadRecord
  /** The two leads of the merge, who may have each other's addresses until it is undone. */
  ids: readonly number[]
  /** What stands where an address cannot come back; `null` leaves it empty. */
  fallback: LeadRecord | null
  /** Addresses that the other of the two has. */
  known?: ReadonlySet<string>
}

/** An address that somebody else has by now does not come back: it would make one person two leads. */
async function withoutTaken(
  ctx: WriteContext,
  { record, ids, fallback, known = new Set() }: Restoring,
): Promise<{ record: LeadRecord; left: string[] }> {
  const keys = addressesOf(record).map(address => address.key)
  const found = await samePeople(ctx, keys, keys)
  const taken = new Set([...known, ...found.filter(({ id }) => !ids.includes(id)).map(({ key }) => key)])
  const after = { ...record }
  const left: string[] = []
  for (const column of addressColumns) {
    const value = record[column]
    if (typeof value !== 'string' || !taken.has(foldEmail(value) ?? value)) continue
    const instead = fallback?.[column] ?? null
    if (instead === value) continue
    after[column] = instead
    left.push(`${mergeFields[column].label} of ${fullName(record) || `lead ${record.id}`}`)
  }
  return { record: after, left }
}
