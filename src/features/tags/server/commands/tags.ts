import type { Audience, Change, JobName, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts'
import { isRestorable, mayChangeTag, mergeStart, RESTORE_MS, type TagColour, whyNotMerge } from '../../rules.ts'
import { findOrMakeTag, isMergeTarget, lockPair, lockTag, type StoredTag, writeTag } from '../queries/tags.ts'

/** The job that moves the leads of merged tags, and takes deleted ones from their leads; only its name. */
export const clearingTag: JobName<{ tag_id: number }> = { name: 'clear-tag' }

/** Everybody for a default tag; its agent and the administrators for another. */
const audienceOf = ({ agent_id }: Pick<StoredTag, 'agent_id'>): Audience[] =>
  agent_id === null ? ['everyone'] : [`agent:${agent_id}`, 'right:view_all_leads']

/** Tells browsers that tags changed, and, where leads show them differently now, that leads did. */
export function publishTag(ctx: Change, tag: Pick<StoredTag, 'id' | 'agent_id'>, onLeads: boolean): void {
  ctx.changed('tags', [tag.id], audienceOf(tag))
  if (onLeads) ctx.changed('leads', [], audienceOf(tag))
}

/** What a new tag is asked to be. */
interface NewTag {
  name: string
  colour?: TagColour | null | undefined
  isDefault?: boolean | undefined
}

/** The tag of this name that the viewer can use; made where there is none. An agent's new tag is the agent's. */
export async function tagOfName(
  ctx: WriteContext,
  { name, colour = null, isDefault = false }: NewTag,
): Promise<StoredTag> {
  const { viewer } = ctx
  const isAdmin = viewer.rights.has('is_admin')
  if (isDefault && !isAdmin) throw forbidden('Only administrators can create default tags.')
  if (viewer.agent_id === null && !isAdmin) throw forbidden('Only agents and administrators can create tags.')
  const { tag, isNew } = await findOrMakeTag(ctx, { name, colour, agent_id: isDefault ? null : viewer.agent_id })
  if (isNew) {
    ctx.audit({ subject: 'tag', subject_id: tag.id, after: tag })
    publishTag(ctx, tag, false)
  }
  return tag
}

/** A tag that the viewer may change, locked; a default tag tells agents that it is not theirs. */
async function changeableTag(ctx: WriteContext, id: number): Promise<StoredTag> {
  const tag = await lockTag(ctx, id)
  const { agent_id, rights } = ctx.viewer
  if (!mayChangeTag({ agent_id, isAdmin: rights.has('is_admin') }, tag))
    throw forbidden('Only administrators can change default tags.')
  return tag
}

/** The same, while it is in use. */
async function liveTag(ctx: WriteContext, id: number): Promise<StoredTag> {
  const tag = await changeableTag(ctx, id)
  if (tag.deleted_at !== null) throw notFound('tag')
  if (tag.merged_into !== null) throw conflict('This tag is being merged into another one.')
  return tag
}

async function changeTag(ctx: WriteContext, before: StoredTag, fields: Partial<StoredTag>): Promise<StoredTag> {
  const after = await writeTag(ctx, before, { ...before, ...fields })
  ctx.audit({ subject: 'tag', subject_id: before.id, before, after })
  publishTag(ctx, before, true)
  if (after.agent_id !== before.agent_id) publishTag(ctx, after, true)
  return after
}

/** Renames or recolours a tag. */
export async function editTag(
  ctx: WriteContext,
  id: number,
  { name, colour }: { name?: string | undefined; colour?: TagColour | null | undefined },
): Promise<StoredTag> {
  const tag = await liveTag(ctx, id)
  const fields = { ...(name === undefined ? {} : { name }), ...(colour === undefined ? {} : { colour }) }
  return changeTag(ctx, tag, fields)
}

/** Gives an agent's tag to everybody. */
export async function giveToEverybody(ctx: WriteContext, id: number): Promise<StoredTag> {
  return changeTag(ctx, await liveTag(ctx, id), { agent_id: null })
}

/** A tag that others are still moving into stays until they have arrived. */
async function refuseTarget(ctx: WriteContext, id: number): Promise<void> {
  if (await isMergeTarget(ctx, id)) throw conflict('Another tag is being merged into this one. Try again in a moment.')
}

/** Deletes a tag: it is gone at once, and taken from its leads when it can no longer be restored. */
export async function deleteTag(ctx: WriteContext, id: number): Promise<void> {
  const tag = await liveTag(ctx, id)
  await refuseTarget(ctx, id)
  await changeTag(ctx, tag, { deleted_at: ctx.now.toISOString() })
  await ctx.enqueue(clearingTag, { tag_id: id }, { startAfter: new Date(ctx.now.getTime() + RESTORE_MS) })
}

/** Takes the deletion of a tag back, or its merge while its leads rest. */
export async function restoreTag(ctx: WriteContext, id: number): Promise<StoredTag> {
  const tag = await changeableTag(ctx, id)
  if (tag.merged_into !== null && tag.deleted_at === null) {
    if (ctx.now >= mergeStart(tag.merged_at))
      throw conflict('It is too late: leads have already moved to the other tag.')
    return changeTag(ctx, tag, { merged_into: null, merged_at: null })
  }
  if (tag.deleted_at === null) return tag
  if (tag.merged_into !== null || !isRestorable(tag.deleted_at, ctx.now)) throw notFound('tag')
  return changeTag(ctx, tag, { deleted_at: null })
}

/** Lets one tag stand for another from now on; its leads move in the background, after a moment to think again. */
export async function mergeTags(ctx: WriteContext, from: number, into: number): Promise<void> {
  const pair = await lockPair(ctx, from, into)
  const [old, kept] = [pair.get(from), pair.get(into)]
  if (!old) throw notFound('tag')
  if (!kept) throw invalid({ into: ['into is not an existing tag.'] })
  const problem = whyNotMerge(old, kept)
  if (problem) throw invalid({ into: [problem] })
  await refuseTarget(ctx, from)
  const merged_at = ctx.now.toISOString()
  await changeTag(ctx, old, { merged_into: into, merged_at })
  publishTag(ctx, kept, false)
  await ctx.enqueue(clearingTag, { tag_id: from }, { startAfter: mergeStart(merged_at) })
}
