import type { Change } from '../../../platform/server/context.ts'
import { leadAudience } from '../../leads/server/commands/audience.ts'
import { markPhone } from '../../leads/server/commands/phone.ts'
import { correctContact, type LeadSignal, recordSignals } from '../../leads/server/commands/signals.ts'
import type { Milestone } from '../contract.ts'
import { type AddedMilestones, milestoneReworded, milestonesAdded } from '../events.ts'
import { isWrongNumber, milestoneTypeOf, milestoneTypes, signalOf } from '../rules.ts'
import { insertMilestones, milestoneById, newestContact, updateText, writeDeletion, writeMilestone } from './queries.ts'

/** What a new milestone holds; the author is whoever acts. */
export interface NewMilestone {
  lead_id: number
  milestone_type_id: number
  milestone_option_id?: number | null
  description?: string
  value?: string | null
  link?: string | null
  call?: object | null
  message?: object | null
  session?: object | null
  model_id?: number | null
  model_type?: string | null
  /** What the timeline shows beside it: an offer, an opportunity. */
  detail?: object | null
  /** ISO 8601; now when not said. */
  happened_at?: string
  /** Whom to tell, besides those who see all leads. */
  agent_id?: number | null
  /** It went out in the author's name without them, such as a step of a campaign. */
  is_automatic?: boolean
}

/**
 * Writes milestones, in one statement; answers their ids in order. Those of the product have no author unless a person acted.
 * What they say of their leads (contact, visits, requests, and so the score) is written with them.
 */
export async function addMilestones(ctx: Change, milestones: readonly NewMilestone[]): Promise<number[]> {
  if (milestones.length === 0) return []
  const rows = milestones.map(({ agent_id: _1, is_automatic: _2, ...milestone }) => ({
    ...milestone,
    happened_at: milestone.happened_at ?? ctx.now.toISOString(),
  }))
  const user_id = ctx.author?.on_behalf_of ?? ctx.author?.user_id ?? null
  const ids = await insertMilestones(ctx, rows)
  await recordSignals(ctx, rows.flatMap(leadSignals))
  publishTimelines(ctx, milestones)
  await milestonesAdded.emit(ctx, {
    milestones: rows.flatMap((row, index) => {
      const id = ids[index]
      const is_by_hand = user_id !== null && !milestones[index]?.is_automatic
      return id === undefined ? [] : [{ ...addedMilestone(id, row), user_id, is_by_hand }]
    }),
  })
  return ids
}

/**
 * Writes milestones from which nothing follows: what happened before anybody could see it, or what a program wrote. They stand on the
 * timeline, and count as contact where that is said.
 */
export async function addQuietMilestones(
  ctx: Change,
  milestones: readonly NewMilestone[],
  { isContact }: { isContact: boolean },
): Promise<number[]> {
  if (milestones.length === 0) return []
  const rows = milestones.map(({ agent_id: _1, is_automatic: _2, ...milestone }) => ({
    ...milestone,
    happened_at: milestone.happened_at ?? ctx.now.toISOString(),
  }))
  const ids = await insertMilestones(ctx, rows)
  if (isContact) await recordSignals(ctx, rows.flatMap(leadSignals))
  publishTimelines(ctx, milestones)
  return ids
}

/** Takes a milestone off the timeline whose record is gone; one that is not there stays so. */
export async function removeMilestone(ctx: Change, lead: TimelineLead, id: number): Promise<void> {
  const milestone = await milestoneById(ctx, id)
  if (milestone) await setMilestoneDeleted(ctx, lead, milestone, ctx.now)
}

function addedMilestone(
  id: number,
  row: NewMilestone & { happened_at: string },
): Omit<AddedMilestones['milestones'][number], 'user_id' | 'is_by_hand'> {
  return {
    id,
    lead_id: row.lead_id,
    milestone_type_id: row.milestone_type_id,
    milestone_option_id: row.milestone_option_id ?? null,
    model_type: row.model_type ?? null,
    model_id: row.model_id ?? null,
    call: row.call ?? null,
    message: row.message ?? null,
    happened_at: row.happened_at,
  }
}

function leadSignals({
  lead_id,
  milestone_type_id,
  happened_at,
}: Pick<NewMilestone, 'lead_id' | 'milestone_type_id'> & { happened_at: string }): LeadSignal[] {
  const signal = signalOf(milestone_type_id)
  if (!signal) return []
  const { active, contacted, request } = signal
  return [
    {
      id: lead_id,
      ...(active ? { active_at: happened_at } : {}),
      ...(contacted ? { contacted_at: happened_at } : {}),
      ...(request ? { request } : {}),
    },
  ]
}

interface TimelineLead {
  id: number
  agent_id: number | null
}

/** Says anew what a milestone of the product says, when the thing that it records was changed soon after. */
export async function rewordMilestone(
  ctx: Change,
  lead: TimelineLead,
  { id, ...text }: { id: number; description: string; detail: object | null },
): Promise<void> {
  await updateText(ctx, id, text)
  publishTimelines(ctx, [{ lead_id: lead.id, agent_id: lead.agent_id, milestone_type_id: 0 }])
  await milestoneReworded.emit(ctx, { id, lead_id: lead.id })
}

/** Corrects what a person wrote; last contact and score of the lead follow. */
export async function changeMilestone(
  ctx: Change,
  lead: TimelineLead,
  before: Milestone,
  fields: { type: number; option: number | null; date: string; description: string },
): Promise<Milestone> {
  const value = await followNumber(ctx, lead.id, before, isWrongNumber(fields.option))
  await writeMilestone(ctx, before.id, { ...fields, value })
  await followContact(ctx, lead, before)
  const after = await milestoneById(ctx, before.id)
  if (!after) throw new Error('A milestone that was written is missing.')
  await recordSignals(ctx, leadSignals({ lead_id: lead.id, milestone_type_id: fields.type, happened_at: fields.date }))
  ctx.audit({ subject: 'milestone', subject_id: before.id, before, after })
  publishTimelines(ctx, [{ ...after, agent_id: lead.agent_id }])
  return after
}

/** Takes a milestone off the timeline, or puts it back. */
export async function setMilestoneDeleted(
  ctx: Change,
  lead: TimelineLead,
  milestone: Milestone,
  deleted_at: Date | null,
): Promise<void> {
  await writeDeletion(ctx, milestone.id, deleted_at)
  if (milestone.value !== null && isWrongNumber(milestone.milestone_option_id))
    await markPhone(ctx, lead.id, deleted_at !== null, milestone.value)
  if (deleted_at) await followContact(ctx, lead, milestone)
  else await recordSignals(ctx, leadSignals({ ...milestone, lead_id: lead.id }))
  const [before, after] = deleted_at ? [milestone, null] : [null, milestone]
  ctx.audit({ subject: 'milestone', subject_id: milestone.id, before, after })
  publishTimelines(ctx, [{ ...milestone, agent_id: lead.agent_id }])
}

/**
 * The number that a call marks as wrong: it does not work from then on, and works again once the call says something
 * else. Answers what the entry holds of it: `null` when it marks none, also because that number was known not to work.
 */
async function followNumber(ctx: Change, leadId: number, before: Milestone, isWrong: boolean): Promise<string | null> {
  const { milestone_option_id, value } = before
  if (isWrongNumber(milestone_option_id) === isWrong) return value
  if (isWrong) return markPhone(ctx, leadId, false)
  if (value !== null) await markPhone(ctx, leadId, true, value)
  return null
}

const contactTypes = milestoneTypes.filter(type => type.contact).map(type => type.id)

async function followContact(ctx: Change, lead: TimelineLead, mistaken: Milestone): Promise<void> {
  if (!milestoneTypeOf(mistaken.milestone_type_id)?.contact) return
  const remaining = await newestContact(ctx, lead.id, contactTypes)
  await correctContact(ctx, lead.id, mistaken.happened_at, remaining)
}

const MAX_PUBLISHED = 200

function publishTimelines(
  ctx: Change,
  milestones: readonly Pick<NewMilestone, 'lead_id' | 'agent_id' | 'milestone_type_id'>[],
): void {
  const leads = [...new Set(milestones.map(milestone => milestone.lead_id))]
  ctx.changed('milestones', leads.length > MAX_PUBLISHED ? [] : leads, leadAudience(milestones))
}
