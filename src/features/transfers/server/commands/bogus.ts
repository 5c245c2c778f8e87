import { addMinutes } from 'date-fns'
import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { scoreColumns } from '../../../leads/server/commands/score.ts'
import { type LeadBefore, lockLead } from '../../../leads/server/queries/leads.ts'
import { writeLead } from '../../../leads/server/queries/writes.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { bogusFlagged } from '../../events.ts'
import { flagOf, insertFlag, removeFlag } from '../queries.ts'
import { end } from './handOver.ts'

/** How long whoever flagged a lead may take it back; administrators always may. */
const UNDO_MINUTES = 10

/** Flags a lead as bogus: nothing reaches it any more, and it leaves every list. */
export async function flagBogus(ctx: WriteContext, id: number): Promise<{ undo_until: string }> {
  const lead = await lockLead(ctx, id)
  if (lead.is_bogus) throw conflict('This lead is already flagged as bogus.')
  await insertFlag(ctx, id, {
    flagged_by: ctx.viewer.user_id,
    flagged_at: ctx.now.toISOString(),
    was_email_valid: lead.is_email_valid,
    was_phone_valid: lead.is_phone_valid,
  })
  await end(ctx, { lead_ids: [id] }, 'cancelled')
  await write(ctx, lead, { is_bogus: true, is_email_valid: false, is_phone_valid: false })
  return { undo_until: instantText(addMinutes(ctx.now, UNDO_MINUTES)) }
}

/** Takes the flag away; the lead is what it was before. */
export async function restoreBogus(ctx: WriteContext, id: number): Promise<void> {
  const lead = await lockLead(ctx, id)
  const flag = await flagOf(ctx, id)
  if (!lead.is_bogus) throw conflict('This lead is not flagged as bogus.')
  const isRecent = flag !== null && addMinutes(flag.flagged_at, UNDO_MINUTES) >= ctx.now
  if (!ctx.viewer.rights.has('is_admin') && !(isRecent && flag.flagged_by === ctx.viewer.user_id))
    throw forbidden('Only an administrator can remove this flag.')
  await removeFlag(ctx, id)
  const { was_email_valid = true, was_phone_valid = true } = flag ?? {}
  await write(ctx, lead, { is_bogus: false, is_email_valid: was_email_valid, is_phone_valid: was_phone_valid })
}

async function write(
  ctx: WriteContext,
  lead: LeadBefore,
  columns: Pick<LeadBefore, 'is_bogus' | 'is_email_valid' | 'is_phone_valid'>,
): Promise<void> {
  const { lead_score, score_parts } = scoreColumns({ ...lead, ...columns }, ctx.now)
  await writeLead(ctx, lead.id, { ...columns, lead_score, score_parts: JSON.stringify(score_parts) })
  const { is_bogus, is_email_valid, is_phone_valid } = lead
  ctx.audit({
    subject: 'lead',
    subject_id: lead.id,
    before: { is_bogus, is_email_valid, is_phone_valid },
    after: columns,
  })
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.progress,
      description: columns.is_bogus ? 'Flagged as bogus.' : 'No longer flagged as bogus.',
      model_id: lead.id,
      model_type: 'lead',
    },
  ])
  await bogusFlagged.emit(ctx, { id: lead.id, agent_id: lead.agent_id, is_bogus: columns.is_bogus })
  publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
}
