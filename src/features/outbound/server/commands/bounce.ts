import type { Change } from '../../../../platform/server/context.ts'
import { contactFailed } from '../../../leads/events.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { scoreColumns } from '../../../leads/server/commands/score.ts'
import { type LockedFacts, lockFacts } from '../../../leads/server/queries/signals.ts'
import { milestoneType, milestoneTypeOf } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { writeAddressState } from '../queries/addresses.ts'

const BOUNCED = milestoneTypeOf(milestoneType.marketingEmail)?.options.find(({ name }) => name === 'Bounced')?.id

/**
 * A mail server says that there is no such mailbox: no more e-mail goes there until somebody corrects the address.
 * Nothing happens when the address was corrected while the e-mail was on its way.
 */
export async function markBounced(ctx: Change, leadId: number, address: string, problem: string): Promise<void> {
  const [lead] = await lockFacts(ctx, [leadId])
  if (!lead?.is_email_valid || (lead.email_private ?? lead.email) !== address) return
  await writeState(ctx, lead, false)
  await addMilestones(ctx, [
    {
      lead_id: leadId,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.marketingEmail,
      milestone_option_id: BOUNCED ?? null,
      description: problem,
    },
  ])
  await contactFailed.emit(ctx, { id: leadId, agent_id: lead.agent_id, what: 'email' })
}

/** An address was corrected: bounces of the previous one no longer count. */
export async function trustNewAddress(ctx: Change, leadId: number): Promise<void> {
  const [lead] = await lockFacts(ctx, [leadId])
  if (lead && !lead.is_email_valid) await writeState(ctx, lead, true)
}

async function writeState(ctx: Change, lead: LockedFacts, is_email_valid: boolean): Promise<void> {
  await writeAddressState(ctx, lead.id, { is_email_valid, ...scoreColumns({ ...lead, is_email_valid }, ctx.now) })
  const { is_email_valid: before } = lead
  ctx.audit({ subject: 'lead', subject_id: lead.id, before: { is_email_valid: before }, after: { is_email_valid } })
  publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
}
