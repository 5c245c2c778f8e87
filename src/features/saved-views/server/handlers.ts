import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../platform/server/calls/page.ts'
import type { QueryContext, Viewer, WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import { DEFAULT_LEAD_SORT } from '../../leads/contract/filters.ts'
import { MAX_VIEWS, type SavedView, type ViewSharing, type viewCalls } from '../contract.ts'
import { countsOf } from './queries/counts.ts'
import { questionsOf } from './queries/questions.ts'
import {
  countOwn,
  insertView,
  lockView,
  removeView,
  requireView,
  restoreView,
  type StoredView,
  sharableTeams,
  updateView,
  viewsOf,
  writeOrder,
} from './queries/views.ts'

/** Views that are counted at once; those further down are beyond what a screen shows. */
const MAX_COUNTED = 50

export const viewHandlers: Handlers<typeof viewCalls> = {
  async list(ctx, asked) {
    const views = pageOfWhole(await answersOf(ctx, await viewsOf(ctx)), { asked })
    const counts = await countsOf(ctx, views.data.slice(0, MAX_COUNTED))
    return { ...views, data: views.data.map((view, at) => ({ ...view, count: counts[at] ?? null })) }
  },

  async create(ctx, { sharing = 'private', team_id, ...view }) {
    if ((await countOwn(ctx)) >= MAX_VIEWS) throw conflict(`You have ${MAX_VIEWS} views. Delete one first.`)
    const id = await insertView(ctx, {
      ...view,
      filters: view.filters ?? {},
      sort: view.sort ?? DEFAULT_LEAD_SORT,
      columns: view.columns ?? null,
      ...(await shared(ctx, sharing, team_id)),
    })
    const stored = await requireView(ctx, id)
    ctx.audit({ subject: 'view', subject_id: id, after: auditedOf(stored) })
    publishViews(ctx, [stored])
    return answerOf(ctx, stored)
  },

  async sharing(ctx) {
    return { teams: await sharableTeams(ctx), all: ctx.viewer.rights.has('is_admin') }
  },

  async order(ctx, { ids }) {
    await writeOrder(ctx, [...new Set(ids)])
    ctx.changed('views', [], [`user:${ctx.viewer.user_id}`])
    return {}
  },

  async update(ctx, { id, sharing, team_id, ...fields }, { ifMatch }) {
    const before = await lockView(ctx, id)
    const own = before.user_id === ctx.viewer.user_id
    // Somebody who may no longer share a view may still make it private again.
    if (!mayChange(ctx, before) && !(own && sharing === 'private'))
      throw forbidden('Only the owner of this view can change it.')
    if (ifMatch !== null && ifMatch !== before.version) throw stale(await answerOf(ctx, before))
    const isReshared = sharing !== undefined || team_id !== undefined
    await updateView(ctx, id, {
      name: fields.name ?? before.name,
      list: fields.list ?? before.list,
      filters: fields.filters ?? before.filters,
      sort: fields.sort ?? before.sort,
      columns: fields.columns === undefined ? before.columns : fields.columns,
      ...(isReshared ? await shared(ctx, sharing ?? before.sharing, team_id ?? before.team_id) : sharingOf(before)),
    })
    // Somebody else's view that is shared no more exists for its owner only.
    const after = own || (sharing ?? before.sharing) !== 'private' ? await requireView(ctx, id) : before
    ctx.audit({ subject: 'view', subject_id: id, before: auditedOf(before), after: auditedOf(after) })
    publishViews(ctx, [before, after])
    return answerOf(ctx, after)
  },

  async remove(ctx, { id }) {
    const view = await lockView(ctx, id)
    if (view.user_id !== ctx.viewer.user_id && !mayChange(ctx, view))
      throw forbidden('Only the owner of this view can delete it.')
    await removeView(ctx, id)
    ctx.audit({ subject: 'view', subject_id: id, before: auditedOf(view) })
    publishViews(ctx, [view])
    return {}
  },

  async restore(ctx, { id }) {
    if (!(await restoreView(ctx, id))) throw notFound('view')
    const view = await requireView(ctx, id)
    // Thrown inside the transaction, so that a view that the viewer may not restore stays deleted.
    if (view.user_id !== ctx.viewer.user_id && !mayChange(ctx, view)) throw notFound('view')
    ctx.audit({ subject: 'view', subject_id: id, after: auditedOf(view) })
    publishViews(ctx, [view])
    return answerOf(ctx, view)
  },
}

type Asking = QueryContext & { viewer: Viewer }

/** A shared view changes for everybody who has it: that is for who may share so. */
function mayChange({ viewer }: { viewer: Viewer }, view: StoredView): boolean {
  if (view.sharing === 'private') return view.user_id === viewer.user_id
  return viewer.rights.has('is_admin') || (view.sharing === 'team' && view.leads_team)
}

const sharingOf = ({ sharing, team_id }: StoredView) => ({ sharing, team_id })
const auditedOf = ({ name, list, filters, sort, sharing, team_id }: StoredView) => ({
  name,
  list,
  filters,
  sort,
  sharing,
  team_id,
})

/** With whom a view is shared, as it is stored; refuses what the caller may not. */
async function shared(ctx: WriteContext, sharing: ViewSharing, team_id: number | null | undefined) {
  if (sharing === 'private') return { sharing, team_id: null }
  if (sharing === 'all') {
    if (!ctx.viewer.rights.has('is_admin')) throw forbidden('Only administrators can share views with everyone.')
    return { sharing, team_id: null }
  }
  const teams = await sharableTeams(ctx)
  if (teams.length === 0) throw forbidden('Only a team’s lead or an administrator can share views with it.')
  const team = team_id ? teams.find(({ id }) => id === team_id) : teams.length === 1 ? teams[0] : undefined
  if (!team) throw invalid({ team_id: ['team_id must be a team you can share with.'] })
  return { sharing, team_id: team.id }
}

function publishViews(ctx: WriteContext, views: readonly StoredView[]): void {
  const isShared = views.some(({ sharing }) => sharing !== 'private')
  const ids = views.map(({ id }) => id)
  ctx.changed('views', ids, isShared ? ['right:view_leads'] : views.map(({ user_id }) => `user:${user_id}` as const))
}

async function answersOf(ctx: Asking, views: readonly StoredView[]): Promise<SavedView[]> {
  const questions = await questionsOf(ctx, views)
  return questions.map(({ view, question, left_out }) => ({
    ...question,
    id: view.id,
    name: view.name,
    columns: view.columns,
    sharing: view.sharing,
    team: view.team_id === null ? null : { id: view.team_id, name: view.team_name ?? '' },
    owner: { id: view.user_id, name: view.owner_name },
    is_own: view.user_id === ctx.viewer.user_id,
    may_change: mayChange(ctx, view),
    left_out,
    count: null,
    version: view.version,
  }))
}

async function answerOf(ctx: Asking, view: StoredView): Promise<SavedView> {
  const [answer] = await answersOf(ctx, [view])
  if (!answer) throw notFound('view')
  return answer
}
