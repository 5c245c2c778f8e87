import type { Change } from '../../../../platform/server/context.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { tagsChanged } from '../../events.ts'
import { addTags, type LeadTagChange, removeTags } from '../queries/leadTags.ts'
import { tagNames } from '../queries/tags.ts'

/** Leads that the audit names one by one; of more it keeps how many. */
const MAX_AUDITED = 200

/** Puts tags on leads; answers what is new. Which leads and tags may be taken is asked before. */
export async function tagLeads(
  ctx: Change,
  leads: readonly number[],
  tags: readonly number[],
): Promise<LeadTagChange[]> {
  const changes = await addTags(ctx, leads, tags)
  await recordChanges(ctx, changes, 'added')
  return changes
}

/** Takes tags from leads; answers what is gone. With `addedAt`, only what was put there at exactly that moment. */
export async function untagLeads(
  ctx: Change,
  leads: readonly number[],
  tags: readonly number[],
  addedAt: string | null = null,
): Promise<LeadTagChange[]> {
  const changes = await removeTags(ctx, leads, tags, addedAt)
  await recordChanges(ctx, changes, 'removed')
  return changes
}

/** Timeline, audit, event and live change, in the same transaction. */
async function recordChanges(ctx: Change, changes: readonly LeadTagChange[], kind: 'added' | 'removed') {
  if (changes.length === 0) return
  const names = await tagNames(ctx, [...new Set(changes.map(change => change.tag_id))])
  const byLead = [...Map.groupBy(changes, change => change.lead_id)].map(([id, ofLead]) => ({
    id,
    agent_id: ofLead[0]?.agent_id ?? null,
    tags: ofLead.map(change => change.tag_id),
  }))
  const namesOf = (tags: readonly number[]) => tags.map(tag => names.get(tag) ?? `Tag ${tag}`).join(', ')
  // The timeline tells what people did; what the product does by itself shows in its own entries.
  if (ctx.author)
    await addMilestones(
      ctx,
      byLead.map(({ id, agent_id, tags }) => ({
        lead_id: id,
        agent_id,
        milestone_type_id: milestoneType.tagChanged,
        value: namesOf(tags),
        description: `${kind === 'added' ? 'Added' : 'Removed'} ${namesOf(tags)}`,
        detail: { [kind]: tags },
      })),
    )
  auditChanges(ctx, byLead, kind)
  await tagsChanged.emit(ctx, { changes, kind })
  publishLeads(
    ctx,
    byLead.map(({ id, agent_id }) => ({ id, agents: [agent_id] })),
  )
}

function auditChanges(
  ctx: Change,
  byLead: readonly { id: number; tags: readonly number[] }[],
  kind: 'added' | 'removed',
): void {
  const side = kind === 'added' ? 'after' : 'before'
  for (const { id, tags } of byLead.slice(0, MAX_AUDITED))
    ctx.audit({ subject: 'lead', subject_id: id, [side]: { tag_ids: tags } })
  if (byLead.length > MAX_AUDITED) {
    const ids = byLead.map(({ id }) => id)
    ctx.audit({ subject: 'leads', subject_id: null, [side]: { tag_ids: byLead[0]?.tags, leads: ids.length, ids } })
  }
}
