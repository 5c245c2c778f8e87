import type { Change } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { changeMilestone } from '../../../milestones/server/commands.ts'
import { milestoneById } from '../../../milestones/server/queries.ts'
import { optionOf, talkTime } from '../../rules.ts'
import { calledLead, lockProviderCall, writeCall } from '../queries/calls.ts'
import { beginRecording } from '../queries/recordings.ts'
import { publishCall } from './publish.ts'
import { recordingOver } from './recording.ts'
import { settleCall } from './report.ts'

interface Recorded {
  providerId: string
  recordingId: string
  seconds: number
}

/** Writes down that a caller left a message. The hook comes before or after the one that says that the call is over. */
export async function recordVoicemail(ctx: Change, { providerId, recordingId, seconds }: Recorded): Promise<void> {
  const call = await lockProviderCall(ctx, providerId)
  if (!call || call.recording_seconds !== null) return
  const recorded = await writeCall(ctx, call.id, {
    recording_id: recordingId,
    recording_seconds: seconds,
    ...(call.state === 'ringing' ? { state: 'missed', ended_at: ctx.now.toISOString() } : {}),
  })
  const voicemail = await beginRecording(ctx, { call_id: call.id, kind: 'voicemail' })
  if (voicemail) await recordingOver(ctx, { id: voicemail.id, provider_id: recordingId }, seconds)
  const settled = await settleCall(ctx, recorded)
  const milestone = settled.milestone_id === null ? null : await milestoneById(ctx, settled.milestone_id)
  const lead = settled.lead_id === null ? null : await calledLead(ctx, settled.lead_id)
  if (milestone && lead)
    await changeMilestone(ctx, lead, milestone, {
      type: milestoneType.call,
      option: optionOf('voicemail'),
      date: milestone.happened_at,
      description: `Left a message, ${talkTime(seconds)}`,
    })
  publishCall(ctx, settled)
}
