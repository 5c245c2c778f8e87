import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Change, ReadContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, stale } from '../../../platform/server/errors.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { runBulk } from '../../bulk/server/commands.ts'
import { beforesOf } from '../../bulk/server/queries.ts'
import { isActiveAgent } from '../../people/server/queries/users.ts'
import { DEFAULT_LEAD_SORT } from '../contract/filters.ts'
import type { leadCalls, NewLead } from '../contract/leads.ts'
import { leadRemovalAction, leadStatusAction, StatusesBefore } from './commands/bulk.ts'
import { changeStatuses, updateLead } from './commands/change.ts'
import { isNobody, lockAddresses, NOBODY, SamePerson, storedContact } from './commands/contact.ts'
import { createLead } from './commands/create.ts'
import { recallLinksOf } from './commands/links.ts'
import { removeLeads, restoreLeads } from './commands/removal.ts'
import { setRentalProfile } from './commands/rental.ts'
import { createdLead, lockLead, requireFullLead, requireLead } from './queries/leads.ts'
import { leadCount, leadIds, leadPage } from './queries/pages.ts'
import { areaTree, isRetired, leadSources, placesOf, usableTags } from './queries/places.ts'
import { openLead } from './queries/previews.ts'
import { askedLeads, defaultList } from './queries/selection.ts'

async function listCounts(ctx: ReadContext, filters: Pick<InputOf<typeof leadCalls.counts>, 'subscription'>) {
  const of = async (list: 'all' | 'leads' | 'clients') => (await leadCount(ctx, list, filters)).count
  const isAgent = ctx.viewer.agent_id !== null
  return {
    ...(ctx.viewer.rights.has('view_all_leads') ? { all: await of('all') } : {}),
    ...(isAgent ? { leads: await of('leads'), clients: await of('clients') } : {}),
  }
}

/** Ids that "select the entire list" answers at the most; beyond, the filter itself is sent on. */
const MAX_SELECTED = 10_000
/** Reads inside a write go through its transaction. */
const inside = (ctx: WriteContext): ReadContext => ctx

export const leadHandlers: Handlers<typeof leadCalls> = {
  list: (ctx, input) => leadPage(ctx, input),

  count: (ctx, { list, ...filters }) => leadCount(ctx, list, filters),

  async counts(ctx, { subscription, totals = false }) {
    const counts = await listCounts(ctx, { subscription })
    return totals ? { ...counts, totals: await listCounts(ctx, { subscription: null }) } : counts
  },

  async selectAll(ctx, { tab, sort, ...filters }) {
    const list = tab ?? defaultList(ctx)
    const ids = await leadIds(ctx, { list, filters, sort: sort ?? DEFAULT_LEAD_SORT, limit: MAX_SELECTED + 1 })
    if (ids.length <= MAX_SELECTED) return { ids, total: ids.length }
    return { total: (await leadCount(ctx, list, filters)).count }
  },

  get: (ctx, { id }) => openLead(ctx, id),

  async create(ctx, fields) {
    const { id } = await addLead(ctx, fields)
    return createdLead(inside(ctx), id)
  },

  async update(ctx, { id, ...fields }, { ifMatch }) {
    await lockAddresses(ctx, id, fields)
    const lead = await lockLead(ctx, id)
    if (ifMatch !== null && ifMatch !== lead.version) throw stale(await requireFullLead(inside(ctx), id))
    await updateLead(ctx, lead, fields).catch(async error => {
      throw error instanceof SamePerson ? await duplicate(ctx, error.lead_id) : error
    })
    return requireFullLead(inside(ctx), id)
  },

  async remove(ctx, { id }) {
    const lead = await lockLead(ctx, id)
    if (!lead.is_personal) throw forbidden('Only personal leads can be deleted.')
    await removeLeads(ctx, [id])
    return {}
  },

  async restore(ctx, { id }) {
    const { restored, taken } = await restoreLeads(ctx, [id])
    if (taken.length > 0) throw conflict('Someone with this e-mail address or phone number is a lead again.')
    if (restored.length === 0) throw notFound('deleted lead')
    return requireFullLead(inside(ctx), id)
  },

  async removeMany(ctx, selection) {
    const run = await runBulk(ctx, leadRemovalAction, await askedLeads(ctx, selection), {})
    return { removed: run.changed, run }
  },

  async changeStatus(ctx, { id, status_value, options }, { ifMatch }) {
    const lead = await lockLead(ctx, id)
    if (ifMatch !== null && ifMatch !== lead.version) throw stale(await requireFullLead(inside(ctx), id))
    const { stopped_campaigns } = await changeStatuses(ctx, [id], status_value, { note: options?.note })
    return { lead: await requireFullLead(inside(ctx), id), stopped_campaigns }
  },

  async changeStatuses(ctx, { status_value, ...selection }) {
    const run = await runBulk(ctx, leadStatusAction, await askedLeads(ctx, selection), { status_value })
    return { changed: run.changed, stopped_campaigns: await stoppedBy(ctx, run.id), run }
  },

  async setRentalProfile(ctx, { id, ...fields }) {
    return setRentalProfile(ctx, await lockLead(ctx, id), fields)
  },

  async recallLinks(ctx, { id }) {
    const lead = await lockLead(ctx, id)
    await recallLinksOf(ctx, lead.id)
    return {}
  },

  areas: async ctx => areaTree(await placesOf(ctx)),
  sites: async ctx => [...(await placesOf(ctx)).sites.values()],
  sources: ctx => leadSources(ctx),
}

/** The campaigns that a bulk change of status has stopped by now. */
async function stoppedBy(ctx: WriteContext, run_id: number): Promise<number[]> {
  const befores = await beforesOf(ctx, run_id)
  return befores.flatMap(before => StatusesBefore.parse(before).stopped_campaigns)
}

async function addLead(ctx: WriteContext, given: NewLead): Promise<{ id: number }> {
  const { areas = [], tags = [], agent_id, ...fields } = given
  const seesAll = ctx.viewer.rights.has('view_all_leads')
  if (ctx.viewer.agent_id === null && !seesAll) throw forbidden()
  if (agent_id !== undefined && agent_id !== ctx.viewer.agent_id && !seesAll)
    throw forbidden('You need access to all leads to add one for another agent.')
  const { errors } = storedContact(fields)
  if (isNobody(fields)) errors.first_name = [NOBODY]
  const { stated_price_min: min, stated_price_max: max } = fields
  if (min && max && min > max) errors.stated_price_max = ['stated_price_max must not be below stated_price_min.']
  if (agent_id && agent_id !== ctx.viewer.agent_id && !(await isActiveAgent(ctx, agent_id)))
    errors.agent_id = ['agent_id is not an active agent.']
  const area_ids = await placesNamed(ctx, areas)
  if (area_ids.length < areas.length) errors.areas = ['One of the areas does not exist, or is no longer offered.']
  const tag_ids = await usableTags(ctx, ctx.viewer, tags)
  if (tag_ids.length < new Set(tags).size) errors.tags = ['One of the tags does not exist.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const agent = agent_id === undefined ? ctx.viewer.agent_id : agent_id
  const isOwn = agent !== null && agent === ctx.viewer.agent_id
  const created = await createLead(ctx, { ...fields, area_ids, tag_ids, agent_id: agent, is_personal: isOwn })
  if (created.outcome === 'existing') throw await duplicate(ctx, created.id)
  return created
}

async function placesNamed(ctx: Change, areas: readonly { area_id: number; area_type: string }[]): Promise<number[]> {
  const places = await placesOf(ctx)
  return areas.flatMap(({ area_id, area_type }) => {
    const area = places.areas.get(area_id)
    return area?.type === area_type && !isRetired(places, area.id) ? [area.id] : []
  })
}

/** Names the lead that exists only to those who may see it. */
async function duplicate(ctx: WriteContext, id: number) {
  const lead = await requireLead(ctx, id).catch(() => null)
  if (!lead) return conflict('Someone with this e-mail address or phone number is already a lead.', { lead: null })
  const { first_name, last_name } = lead
  return conflict(`${`${first_name} ${last_name}`.trim() || 'This person'} is already a lead.`, {
    lead: { id, first_name, last_name },
  })
}
