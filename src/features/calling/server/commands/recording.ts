import type { Change, JobName } from '../../../../platform/server/context.ts'
import { lockCallById, lockProviderCall, type StoredCall, writeCall } from '../queries/calls.ts'
import { beginRecording, lockRecording, type StoredRecording, writeRecording } from '../queries/recordings.ts'
import { callSettings } from '../queries/settings.ts'
import { publishCall } from './publish.ts'

/** The jobs around recordings; only their names, for whoever asks for them. */
export const START_RECORDING: JobName<{ call_id: number }> = { name: 'start-recording' }
export const FETCH_RECORDING: JobName<{ recording_id: number }> = { name: 'fetch-recording' }

/** What a lead hears before a call is recorded, which is written down with the call; `null` where calls are not recorded. */
export async function giveNotice(ctx: Change, call: StoredCall): Promise<string | null> {
  const { is_recorded, notice } = await callSettings(ctx)
  if (!is_recorded) return null
  if (call.notice_at === null) await writeCall(ctx, call.id, { notice_at: ctx.now.toISOString(), notice })
  return notice
}

/** Has a call recorded whose lead was told so and did not say no. */
export async function recordConnected(ctx: Change, call: StoredCall): Promise<void> {
  if (call.notice_at === null || call.recording_refused_at !== null || call.lead_leg === null) return
  if (await beginRecording(ctx, { call_id: call.id, kind: 'call' }))
    await ctx.enqueue(START_RECORDING, { call_id: call.id })
}

interface ReportedRecording {
  /** Any leg of the call. */
  leg: string
  recordingId: string
  status: string
  seconds: number | null
}

const running: ReadonlySet<StoredRecording['state']> = new Set(['starting', 'recording', 'paused'])

/** Takes what the provider reports of the recording of a call, whatever comes first, and however often. */
export async function reportRecording(ctx: Change, report: ReportedRecording): Promise<void> {
  const call = await lockProviderCall(ctx, report.leg)
  const recording = call && (await lockRecording(ctx, { call_id: call.id, kind: 'call' }))
  if (!call || !recording || !running.has(recording.state)) return
  const provider_id = report.recordingId
  if (report.status === 'in-progress') {
    if (recording.state !== 'starting') return
    await writeRecording(ctx, recording.id, { provider_id, state: 'recording' })
  } else if (report.status === 'absent') await writeRecording(ctx, recording.id, { provider_id, state: 'failed' })
  else await recordingOver(ctx, { ...recording, provider_id }, report.seconds)
  publishCall(ctx, call)
}

/** A recording is over: its sound is fetched. */
export async function recordingOver(
  ctx: Change,
  { id, provider_id }: Pick<StoredRecording, 'id' | 'provider_id'>,
  seconds: number | null,
): Promise<void> {
  await writeRecording(ctx, id, { provider_id, state: 'arriving', seconds })
  await ctx.enqueue(FETCH_RECORDING, { recording_id: id })
}

/** Writes down that the lead does not want to be recorded; what was recorded is deleted. */
export async function refuseRecording(ctx: Change, call: StoredCall): Promise<void> {
  await writeCall(ctx, call.id, { recording_refused_at: ctx.now.toISOString() })
  const recording = await lockRecording(ctx, { call_id: call.id, kind: 'call' })
  if (recording && running.has(recording.state)) {
    await writeRecording(ctx, recording.id, { state: 'refused' })
    // Deletes the provider's copy once it is over.
    await ctx.enqueue(FETCH_RECORDING, { recording_id: recording.id })
  }
}

/** Has the browsers ask again that show a call, by its id. */
export async function publishById(ctx: Change, callId: number): Promise<void> {
  const call = await lockCallById(ctx, callId)
  if (call) publishCall(ctx, call)
}
