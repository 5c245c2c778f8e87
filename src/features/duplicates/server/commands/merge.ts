import type { Change, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid, stale } from '../../../../platform/server/errors.ts'
import { leadsMerged } from '../../../leads/events.ts'
import { foldEmail, fullName } from '../../../leads/rules.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { rewriteLeads } from '../../../leads/server/commands/rewrite.ts'
import { lockPeople } from '../../../leads/server/queries/arrivals.ts'
import { requireLead } from '../../../leads/server/queries/leads.ts'
import { type LeadRecord, lockRecords, readRecords } from '../../../leads/server/queries/records.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { differs, fieldList, type MergeFieldName, mergedRecord } from '../../rules/merging.ts'
import { lookForDuplicates } from '../jobs/look.ts'
import { type Alias, insertAliases, insertMerge, saveAfter } from '../queries/merges.ts'
import { moveRows } from '../queries/moving.ts'
import { deletePairs, sidesById } from '../queries/pairs.ts'
import { publishPairs } from './look.ts'

/** A merge as somebody asked for it. */
export interface WantedMerge {
  id: number
  with: number
  fields: Partial<Record<MergeFieldName, 'this' | 'other' | 'both'>>
  /** The versions that the person compared; `null` when they do not say. */
  versions: { lead: number | null; other: number | null }
}

/** The addresses by which a lead is found, folded, with how they are shown. */
export function addressesOf(record: LeadRecord): Alias[] {
  const emails = [record.email, record.email_private].flatMap(shown => {
    const key = foldEmail(shown)
    return key && shown ? [{ key, shown }] : []
  })
  return [
    ...emails,
    ...[record.phone, record.phone_private].flatMap(phone => (phone ? { key: phone, shown: phone } : [])),
  ]
}

/** Why somebody may not merge two leads; `null` when they may. */
export const whyNotMerge = (
  viewer: Viewer,
  a: { agent_id: number | null },
  b: { agent_id: number | null },
): string | null =>
  a.agent_id !== null && b.agent_id !== null && a.agent_id !== b.agent_id && !viewer.rights.has('is_admin')
    ? 'These leads belong to different agents. Ask an administrator to merge them.'
    : null

/** Waits for everybody who writes about these people or their records, in the order in which leads are created and changed. */
export async function lockBoth(ctx: Change, ids: readonly number[]): Promise<Map<number, LeadRecord>> {
  const unlocked = await readRecords(ctx, ids)
  await lockPeople(
    ctx,
    [...unlocked.values()].flatMap(record => addressesOf(record).map(address => address.key)),
  )
  return lockRecords(ctx, ids)
}

/** Merges one lead into another, with everything that refers to it, in the caller's transaction; answers the id of the merge. */
export async function mergeLeads(ctx: WriteContext, wanted: WantedMerge): Promise<number> {
  if (wanted.id === wanted.with) throw invalid({ with: ['with must be another lead.'] })
  await requireLead(ctx, wanted.id)
  await requireLead(ctx, wanted.with)
  const records = await lockBoth(ctx, [wanted.id, wanted.with])
  const [lead, other] = [records.get(wanted.id), records.get(wanted.with)]
  if (!lead || !other) throw conflict('One of these leads no longer exists.')
  const gone = [lead, other].find(record => record.deleted_at !== null)
  if (gone) throw conflict(`${fullName(gone) || 'This lead'} has been merged or deleted.`)
  await requireLead(ctx, wanted.id)
  await requireLead(ctx, wanted.with)
  const refusal = whyNotMerge(ctx.viewer, lead, other)
  if (refusal) throw forbidden(refusal)
  const { versions } = wanted
  const isStale = (record: LeadRecord, version: number | null) => version !== null && version !== record.version
  if (isStale(lead, versions.lead) || isStale(other, versions.other))
    throw stale({ leads: [...(await sidesById(ctx, [wanted.id, wanted.with])).values()] })
  return carryOut(ctx, { lead, other, fields: wanted.fields })
}

interface Merging {
  lead: LeadRecord
  other: LeadRecord
  fields: WantedMerge['fields']
}

async function carryOut(ctx: WriteContext, { lead, other, fields }: Merging): Promise<number> {
  const id = await insertMerge(ctx, lead, other)
  const merge = { id, lead_id: lead.id, merged_id: other.id }
  await deletePairs(ctx, [other.id])
  const moved = await moveRows(ctx, merge)
  const after = { ...lead, ...mergedRecord(lead, other, fields) }
  const kept = new Set(addressesOf(after).map(address => address.key))
  const aliases = [...addressesOf(lead), ...addressesOf(other)].filter(address => !kept.has(address.key))
  await insertAliases(ctx, merge, [...new Map(aliases.map(alias => [alias.key, alias])).values()])
  const retired = { ...other, deleted_at: ctx.now.toISOString(), merged_into: lead.id }
  await rewriteLeads(ctx, [
    { before: lead, after },
    { before: other, after: retired },
  ])
  await leadsMerged.emit(ctx, { id: lead.id, merged_id: other.id, agent_id: after.agent_id, moved })
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: after.agent_id,
      milestone_type_id: milestoneType.leadMerged,
      value: fullName(other) || null,
      description: sentence(lead, other, { after, aliases }),
      model_id: id,
      model_type: 'merge',
      detail: { merge_id: id, merged_id: other.id },
    },
  ])
  const written = (await readRecords(ctx, [lead.id])).get(lead.id)
  if (written) await saveAfter(ctx, id, written)
  ctx.audit({ subject: 'lead', subject_id: lead.id, before: lead, after: written })
  ctx.audit({ subject: 'lead', subject_id: other.id, before: other, after: { merged_into: lead.id, merge_id: id } })
  await publishMerge(ctx, lead, other)
  await ctx.enqueue(lookForDuplicates, { leads: [lead.id] })
  return id
}

/** What the timeline says: who went over, which fields of theirs were taken, and what is remembered beside them. */
function sentence(lead: LeadRecord, other: LeadRecord, { after, aliases }: { after: LeadRecord; aliases: Alias[] }) {
  const taken = fieldList
    .filter(([, field]) => differs(field, lead, after))
    .map(([, field]) => field.label.toLowerCase())
  return [
    `Merged with ${fullName(other) || `lead ${other.id}`}.`,
    taken.length > 0 ? `Copied over: ${taken.join(', ')}.` : '',
    aliases.length > 0 ? `Also known by: ${aliases.map(alias => alias.shown).join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Tells both sides, on every screen that shows one of the leads. */
export async function publishMerge(ctx: Change, lead: LeadRecord, other: LeadRecord): Promise<void> {
  const agents = [lead.agent_id, other.agent_id]
  publishLeads(ctx, [
    { id: lead.id, agents },
    { id: other.id, agents },
  ])
  ctx.changed('merges', [], leadAudience([lead, other]))
  await publishPairs(ctx, [lead.id, other.id])
}
