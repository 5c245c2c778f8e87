import { subMinutes } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, stale } from '../../../platform/server/errors.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { markPhone } from '../../leads/server/commands/phone.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { Milestone, milestoneCalls } from '../contract.ts'
import {
  answeredTypes,
  emptyEntrySentence,
  isEmptyEntry,
  isWrongNumber,
  mayChangeMilestone,
  milestoneTypeOf,
  RESTORE_MINUTES,
} from '../rules.ts'
import { addMilestones, changeMilestone, setMilestoneDeleted } from './commands.ts'
import { lockMilestone, milestoneById, milestonesOf } from './queries.ts'

/** Clocks differ a little; a time further ahead than this was mistyped. */
const MAX_AHEAD_MS = 5 * 60_000

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

  async update(ctx, { id, ...given }, { ifMatch }) {
    const { milestone, agent_id } = await lockMilestone(ctx, id, 'kept')
    requireMine(ctx, milestone)
    if (ifMatch !== null && ifMatch !== milestone.version) throw stale(milestone)
    const asked = {
      type: given.type ?? milestone.milestone_type_id,
      option: given.option === undefined ? storedOption(milestone, given.type) : given.option,
      date: given.date ?? milestone.happened_at,
    }
    const { type, option, at } = readProgress(ctx, asked, { type: 'type', option: 'option' })
    const description = given.description ?? milestone.description
    const fields = { type: type.id, option, date: at, description }
    // What is empty from before may still get another time.
    if (given.type !== undefined || given.option !== undefined || given.description !== undefined)
      requireContent(fields)
    return changeMilestone(ctx, { id: milestone.lead_id, agent_id }, milestone, fields)
  },

  async remove(ctx, { id }) {
    const { milestone, agent_id } = await lockMilestone(ctx, id, 'kept')
    requireMine(ctx, milestone)
    await setMilestoneDeleted(ctx, { id: milestone.lead_id, agent_id }, milestone, ctx.now)
    return {}
  },

  async restore(ctx, { id }) {
    const { milestone, agent_id, deleted_at } = await lockMilestone(ctx, id, 'deleted')
    requireMine(ctx, milestone)
    if (Date.parse(deleted_at ?? '') < subMinutes(ctx.now, RESTORE_MINUTES).getTime())
      throw conflict('This milestone was deleted too long ago to restore.')
    await setMilestoneDeleted(ctx, { id: milestone.lead_id, agent_id }, milestone, null)
    return milestone
  },
}

/** Another type has other options. */
const storedOption = (milestone: Milestone, type: number | undefined): number | null =>
  type === undefined || type === milestone.milestone_type_id ? milestone.milestone_option_id : null

function requireMine(ctx: WriteContext, milestone: Milestone): void {
  const { user_id, rights } = ctx.viewer
  if (!mayChangeMilestone(milestone, { user_id, seesAll: rights.has('view_all_leads') }))
    throw forbidden('Only the author of an entry can change it.')
}

interface Recorded {
  lead_id: number
  type: number
  option: number | null | undefined
  date: string | null | undefined
  description: string | undefined
}

interface ProgressFields {
  type: string
  option: string
}

/** What kind of thing happened, how it went, and when; refused by field. */
function readProgress(ctx: WriteContext, given: Pick<Recorded, 'type' | 'option' | 'date'>, fields: ProgressFields) {
  const type = milestoneTypeOf(given.type)
  if (!type) throw invalid({ [fields.type]: [`${fields.type} is not a type of milestone.`] })
  if (!type.byHand)
    throw invalid({ [fields.type]: [`${type.name} is recorded automatically and cannot be added by hand.`] })
  const option = given.option ?? null
  if (option !== null && !type.options.some(known => known.id === option))
    throw invalid({ [fields.option]: [`${fields.option} is not an option of ${type.name}.`] })
  const at = (given.date ? parseInstant(given.date) : null) ?? ctx.now
  if (at.getTime() > ctx.now.getTime() + MAX_AHEAD_MS) throw invalid({ date: ['date must not be in the future.'] })
  return { type, option, at: at.toISOString() }
}

/** An entry without content would make the lead look contacted. */
function requireContent(written: Parameters<typeof isEmptyEntry>[0]): void {
  if (isEmptyEntry(written)) throw invalid({ description: [emptyEntrySentence(written.type)] })
}

/** The one command behind the lead page's form and the modal; `fields` are their names for what may be wrong. */
async function recordProgress(ctx: WriteContext, given: Recorded, fields: ProgressFields) {
  const lead = await lockLead(ctx, given.lead_id)
  const { type, option, at: happened_at } = readProgress(ctx, given, fields)
  const description = given.description ?? ''
  requireContent({ type: type.id, option, description })
  const value = isWrongNumber(option) ? await markPhone(ctx, lead.id, false) : null
  const [id = 0] = await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: type.id,
      milestone_option_id: option,
      description,
      value,
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
