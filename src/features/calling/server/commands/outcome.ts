import type { WriteContext } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { changeMilestone } from '../../../milestones/server/commands.ts'
import { milestoneById } from '../../../milestones/server/queries.ts'
import type { CallRecord } from '../../contract.ts'
import { type CallOutcome, optionOf, ownOption } from '../../rules.ts'
import { calledLead, lockCall, recordOf, type StoredCall, writeCall } from '../queries/calls.ts'
import { publishCall } from './publish.ts'
import { completeTaskOf } from './report.ts'

interface Said {
  id: number
  outcome: CallOutcome | null
  notes?: string | undefined
}

/** Writes how a call went, on the timeline, too. With an outcome its task is done; without one it is as nobody had said. */
export async function sayOutcome(ctx: WriteContext, { id, outcome, notes }: Said): Promise<CallRecord> {
  const before = await lockCall(ctx, id)
  const call = await writeCall(ctx, id, { outcome, ...(notes === undefined ? {} : { notes }) })
  await correctTimeline(ctx, before, call)
  if (outcome !== null) await completeTaskOf(ctx, call)
  ctx.audit({
    subject: 'call',
    subject_id: id,
    before: { outcome: before.outcome, notes: before.notes },
    after: { outcome, notes: call.notes },
  })
  publishCall(ctx, call)
  return recordOf(call)
}

async function correctTimeline(ctx: WriteContext, before: StoredCall, call: StoredCall): Promise<void> {
  const milestone = call.milestone_id === null ? null : await milestoneById(ctx, call.milestone_id)
  const lead = call.lead_id === null ? null : await calledLead(ctx, call.lead_id)
  // A call that still goes on gets its line of the timeline, with all of this, when it ends.
  if (!milestone || !lead) return
  const isVoicemail = call.recording_seconds !== null
  await changeMilestone(ctx, lead, milestone, {
    type: milestoneType.call,
    option: call.outcome ? optionOf(call.outcome) : ownOption({ ...call, isVoicemail }),
    date: milestone.happened_at,
    // What the product wrote there, such as a missed call, stays until somebody writes more.
    description: milestone.description === before.notes ? call.notes : call.notes || milestone.description,
  })
}
