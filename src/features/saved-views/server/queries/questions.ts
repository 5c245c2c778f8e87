import type { QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { tagsFor } from '../../../tags/server/queries/tags.ts'
import { type Known, type LeftOut, type Question, questionFor, readFilters, withoutUnknown } from '../../rules.ts'
import { existingAgents, findView, type StoredView } from './views.ts'

type Asking = QueryContext & { viewer: Viewer }

/** What a view asks when the viewer asks it, and which parts of it no longer exist for them. */
interface AskedView {
  view: StoredView
  question: Question
  left_out: LeftOut[]
}

/** What views ask under the rights of the viewer, each in its place. */
export async function questionsOf(ctx: Asking, views: readonly StoredView[]): Promise<AskedView[]> {
  if (views.length === 0) return []
  const known = await knownOf(ctx, views)
  const asker = { seesAll: ctx.viewer.rights.has('view_all_leads'), isAgent: ctx.viewer.agent_id !== null }
  return views.map(view => {
    const { filters, left_out } = withoutUnknown(readFilters(view.filters), known)
    return { view, question: questionFor(asker, { list: view.list, filters, sort: view.sort }), left_out }
  })
}

/** What exists of what these views ask for. */
async function knownOf(ctx: Asking, views: readonly StoredView[]): Promise<Known> {
  const agents = views.flatMap(({ filters }) => readFilters(filters).agent ?? [])
  const reading = ctx as ReadContext
  const [places, tags, existing] = [await placesOf(ctx), await tagsFor(reading), await existingAgents(ctx, agents)]
  return {
    tags: new Set([...tags.default, ...tags.agent].map(({ id }) => id)),
    agents: new Set(existing),
    sites: new Set(places.sites.keys()),
    areas: new Set(places.areas.keys()),
  }
}

/** What a view asks under the rights of the viewer; `null` of one that they do not see. */
export async function askedView(ctx: Asking, id: number): Promise<AskedView | null> {
  const view = await findView(ctx, id)
  const [asked] = view ? await questionsOf(ctx, [view]) : []
  return asked ?? null
}
