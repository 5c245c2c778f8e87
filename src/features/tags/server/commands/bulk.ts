import { z } from 'zod'
import { Id } from '../../../../platform/wire/fields.ts'
import { type BulkContext, type BulkOutcome, defineBulkAction } from '../../../bulk/server/commands.ts'
import { openableIds } from '../../../leads/server/queries/leads.ts'
import type { LeadTagChange } from '../queries/leadTags.ts'
import { holdTags } from '../queries/tags.ts'
import { tagLeads, untagLeads } from './leadTags.ts'

/** The names travel along, so that the title needs no database. */
const Params = z.object({ tag_ids: z.array(Id), names: z.array(z.string()) })
type Params = z.output<typeof Params>

/** What a piece changed: for each tag its leads, and when. */
const Before = z.object({ at: z.string(), leads: z.record(z.string(), z.array(Id)) })

const titled = (verb: string, { names }: Params): string =>
  `${verb} ${names.length === 1 ? 'tag' : 'tags'} ${names.join(', ')}`

const phrase = (one: string, many: string, { tag_ids }: Params) => (tag_ids.length === 1 ? one : many)

/** Puts tags on many leads. */
export const assignTags = defineBulkAction({
  name: 'tags.assign',
  right: 'view_leads',
  params: Params,
  title: params => titled('Add', params),
  async apply(ctx, ids, params) {
    const tags = await holdTags(ctx, params.tag_ids, ctx.viewer)
    if (tags.length === 0) return allSkipped(ids, 'the tag was deleted')
    const reached = await openableIds(ctx, ids)
    const changes = await tagLeads(
      ctx,
      reached,
      tags.map(tag => tag.id),
    )
    return outcomeOf(ctx, { ids, reached, changes }, phrase('already had the tag', 'already had the tags', params))
  },
  undo: (ctx, before) => eachTag(ctx, before, (leads, tag, at) => untagLeads(ctx, leads, [tag], at)),
})

/** Takes tags from many leads. */
export const unassignTags = defineBulkAction({
  name: 'tags.remove',
  right: 'view_leads',
  params: Params,
  title: params => titled('Remove', params),
  async apply(ctx, ids, params) {
    const reached = await openableIds(ctx, ids)
    const changes = await untagLeads(ctx, reached, params.tag_ids)
    return outcomeOf(ctx, { ids, reached, changes }, phrase('did not have the tag', 'had none of the tags', params))
  },
  undo: (ctx, before) =>
    eachTag(ctx, before, async (leads, tag) => {
      const [held] = await holdTags(ctx, [tag], null)
      return held ? tagLeads(ctx, leads, [tag]) : []
    }),
})

interface Dealt {
  ids: readonly number[]
  reached: readonly number[]
  changes: readonly LeadTagChange[]
}

function outcomeOf(ctx: BulkContext, { ids, reached, changes }: Dealt, unchanged: string): BulkOutcome {
  const changed = [...new Set(changes.map(change => change.lead_id))]
  const leads: Record<string, number[]> = {}
  for (const { tag_id, lead_id } of changes) leads[tag_id] = [...(leads[tag_id] ?? []), lead_id]
  return {
    changed,
    skipped: [
      { reason: unchanged, count: reached.length - changed.length },
      { reason: 'no longer yours to change', count: ids.length - reached.length },
    ].filter(({ count }) => count > 0),
    before: { at: ctx.now.toISOString(), leads } satisfies z.output<typeof Before>,
  }
}

const allSkipped = (ids: readonly number[], reason: string): BulkOutcome => ({
  changed: [],
  skipped: [{ reason, count: ids.length }],
})

type TakeBack = (leads: readonly number[], tag: number, at: string) => Promise<readonly LeadTagChange[]>

/** Takes a piece back tag by tag, as far as its leads are still within reach and nobody changed the tag on them since. */
async function eachTag(ctx: BulkContext, before: unknown, undoChange: TakeBack): Promise<BulkOutcome> {
  const { at, leads } = Before.parse(before)
  const all = new Set(Object.values(leads).flat())
  const reached = new Set(await openableIds(ctx, [...all]))
  const changed = new Set<number>()
  for (const [tag, ofTag] of Object.entries(leads)) {
    const changes = await undoChange(
      ofTag.filter(id => reached.has(id)),
      Number(tag),
      at,
    )
    for (const { lead_id } of changes) changed.add(lead_id)
  }
  const left = all.size - changed.size
  return { changed: [...changed], skipped: left > 0 ? [{ reason: 'changed since', count: left }] : [] }
}
