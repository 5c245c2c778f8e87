import type { WriteContext } from '../../../platform/server/context.ts'
import { invalid } from '../../../platform/server/errors.ts'
import type { Handlers } from '../../../platform/server/handlers.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { milestoneCalls } from '../contract.ts'
import { answeredTypes, milestoneTypeOf } from '../rules.ts'
import { addMilestones } from './commands.ts'
import { milestoneById, milestonesOf } from './queries.ts'

/** Clocks differ a little; a time further ahead than this was mistyped. */
const MOST_AHEAD_MS = 5 * 60_000

export const milestoneHandlers: Handlers<typeof milestoneCalls> = {
  async list(ctx, { leadId, filter = [], search = '', ...paging }) {
    const lead = await requireLead(ctx, leadId)
    const types = filter.includes('all') ? [] : filter.filter(id => typeof id === 'number')
    return milestonesOf(ctx, lead.id, { ...paging, types, search })
  },

  types: async () => answeredTypes,

  progress: (ctx, { id, type, option, date, description }) =>
    recordProgress(ctx, { lead_id: id, type, option, date, description }, { type: 'type', option: 'option' }),

  store: (ctx, { id, milestoneTypeId, milestoneOptionId, date, description }) =>
    recordProgress(
      ctx,
      { lead_id: id, type: milestoneTypeId, option: milestoneOptionId, date, description },
      { type: 'milestoneTypeId', option: 'milestoneOptionId' },
    ),
}

interface Recorded {
  lead_id: number
  type: number
  option: number | null | undefined
  date: string | null | undefined
  description: string | undefined
}

/** The one command behind the lead page's form and the modal; `fields` are their names for what may be wrong. */
async function recordProgress(ctx: WriteContext, given: Recorded, fields: { type: string; option: string }) {
  const lead = await lockLead(ctx, given.lead_id)
  const type = milestoneTypeOf(given.type)
  if (!type) throw invalid({ [fields.type]: [`${fields.type} is not a type of milestone.`] })
  if (!type.byHand) throw invalid({ [fields.type]: [`${type.name} is written by the product, not by hand.`] })
  const option = given.option ?? null
  if (option !== null && !type.options.some(known => known.id === option))
    throw invalid({ [fields.option]: [`${fields.option} is not an option of ${type.name}.`] })
  const at = (given.date ? parseInstant(given.date) : null) ?? ctx.now
  if (at.getTime() > ctx.now.getTime() + MOST_AHEAD_MS) throw invalid({ date: ['date must not lie in the future.'] })
  const happened_at = at.toISOString()
  const description = given.description ?? ''
  const [id = 0] = await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: type.id,
      milestone_option_id: option,
      description,
      happened_at,
    },
  ])
  const { last_contacted_at } = await lockLead(ctx, lead.id)
  const milestone = await milestoneById(ctx, id)
  if (!milestone) throw new Error('A milestone that was written is missing.')
  ctx.audit({ subject: 'milestone', subject_id: id, after: milestone })
  return {
    progress: { lead_id: lead.id, type: type.id, option, date: milestone.happened_at, description, last_contacted_at },
    milestone,
  }
}
