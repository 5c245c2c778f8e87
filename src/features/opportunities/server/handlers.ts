import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { opportunityCalls } from '../contract.ts'
import { followLeads } from './commands/publish.ts'
import { changeRule } from './commands/rules.ts'
import { opportunityById, opportunityCounts, opportunityPage } from './queries/lists.ts'
import { opportunityRules } from './queries/rules.ts'
import { hideAllOf, hideOne, showAgain } from './queries/writes.ts'

export const opportunityHandlers: Handlers<typeof opportunityCalls> = {
  list: (ctx, asked) => opportunityPage(ctx, asked),
  counts: ctx => opportunityCounts(ctx),
  types: ctx => opportunityRules(ctx),
  get: (ctx, { id }) => opportunityById(ctx, id),

  async hide(ctx, { idOpportunity }) {
    return changed(ctx, [await hideOne(ctx, idOpportunity)])
  },

  async hideUser(ctx, { idUser }) {
    const lead = await requireLead(ctx, idUser)
    if (lead.agent_id !== ctx.viewer.agent_id) throw notFound('lead')
    return changed(ctx, await hideAllOf(ctx, lead.id))
  },

  async show(ctx, { ids }) {
    return changed(ctx, await showAgain(ctx, ids))
  },

  rules: ctx => opportunityRules(ctx),
  setRule: (ctx, { id, ...changes }) => changeRule(ctx, id, changes),
}

async function changed(ctx: WriteContext, opportunities: readonly { id: number; lead_id: number }[]) {
  for (const { id, lead_id } of opportunities) ctx.audit({ subject: 'opportunity', subject_id: id, after: { lead_id } })
  await followLeads(
    ctx,
    opportunities.map(({ lead_id }) => lead_id),
  )
  return { ids: opportunities.map(({ id }) => id) }
}
