import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { runBulk } from '../../bulk/server/commands.ts'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { selectedCondition, selectedLeads } from '../../leads/server/queries/selection.ts'
import { namesLeads, type tagCalls } from '../contract.ts'
import { assignTags, unassignTags } from './commands/bulk.ts'
import { tagLeads } from './commands/leadTags.ts'
import { deleteTag, editTag, giveToEverybody, mergeTags, restoreTag, tagOfName } from './commands/tags.ts'
import { tagsOfLeads, tagsOfSelection } from './queries/leadTags.ts'
import { managedTags } from './queries/managed.ts'
import { holdTags, shownTag, tagNames, tagsFor } from './queries/tags.ts'

export const tagHandlers: Handlers<typeof tagCalls> = {
  list: ctx => tagsFor(ctx),

  async ofLeads(ctx, selection) {
    const { tags, total } = await tagsOfSelection(ctx, await selectedCondition(ctx, selection))
    return {
      default: tags.filter(tag => tag.permanent),
      agent: tags.filter(tag => !tag.permanent),
      total,
    }
  },

  async tagLead(ctx, { id, tag: name }) {
    const lead = await requireLead(ctx, id)
    const tag = await tagOfName(ctx, { name })
    await tagLeads(ctx, [lead.id], [tag.id])
    const tags = await tagsOfLeads(ctx, [lead.id])
    return { tag: shownTag(tag), tags: tags.map(({ leads: _, ...shown }) => shown) }
  },

  async create(ctx, { tag: name, colour, default: isDefault, ...chosen }) {
    const tag = await tagOfName(ctx, { name, colour, isDefault })
    const shown = shownTag(tag)
    if (!namesLeads(chosen)) return { ...shown, run: null }
    const ids = await selectedLeads(ctx, chosen)
    return { ...shown, run: await runBulk(ctx, assignTags, ids, { tag_ids: [tag.id], names: [tag.name] }) }
  },

  update: async (ctx, { id, ...fields }) => shownTag(await editTag(ctx, id, fields)),

  async remove(ctx, { tag_id }) {
    await deleteTag(ctx, tag_id)
    return {}
  },

  restore: async (ctx, { id }) => shownTag(await restoreTag(ctx, id)),

  async assign(ctx, { tag_ids, ...selection }) {
    const tags = await holdTags(ctx, tag_ids, ctx.viewer)
    if (tags.length < new Set(tag_ids).size) throw notFound('tag')
    return changeMany(ctx, assignTags, { tag_ids, selection })
  },

  // Whoever may change a lead may take any tag from it: one that the agent before them left, too.
  unassign: (ctx, { tag_ids, ...selection }) => changeMany(ctx, unassignTags, { tag_ids, selection }),

  managed: (ctx, asked) => managedTags(ctx, asked),

  async merge(ctx, { id, into }) {
    await mergeTags(ctx, id, into)
    const { data } = await managedTags(ctx, { id })
    const [merging] = data
    if (!merging) throw notFound('tag')
    return merging
  },

  makeDefault: async (ctx, { id }) => shownTag(await giveToEverybody(ctx, id)),
}

async function changeMany(
  ctx: WriteContext,
  action: typeof assignTags,
  { tag_ids, selection }: { tag_ids: readonly number[]; selection: LeadSelection },
) {
  const ids = await selectedLeads(ctx, selection)
  const wanted = [...new Set(tag_ids)]
  const known = await tagNames(ctx, wanted, ctx.viewer)
  const names = wanted.map(id => known.get(id) ?? 'of another agent')
  const run = await runBulk(ctx, action, ids, { tag_ids: wanted, names })
  return { changed: run.changed, run }
}
