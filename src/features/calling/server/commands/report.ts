import type { Author, Change } from '../../../../platform/server/context.ts'
import { fullName } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { recordDelivered, recordFailed, recordSent } from '../../../outbound/server/commands/outcomes.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { addTaskAbout, completeTasks } from '../../../tasks/server/commands/tasks.ts'
import { lockChosenTasks } from '../../../tasks/server/queries/tasks.ts'
import { afterReport, isToBeWritten, optionOf, ownOption, type Report, userOfIdentity } from '../../rules.ts'
import { calledLead, lockProviderCall, type StoredCall, writeCall } from '../queries/calls.ts'
import { answeredBy, reportLeg } from './lines.ts'
import { notifyOfMissedCall } from './notices.ts'
import { causeOf } from './place.ts'
import { publishCall } from './publish.ts'
import { recordConnected } from './recording.ts'

interface Reported extends Report {
  /** The provider's name for the leg that the report is about, and for the one that dialed it; empty when there is none. */
  legId: string
  parent: string
  /** Whom the leg called: a number, or `client:` and an identity. */
  to: string
  /** Seconds talked, where the provider says so. */
  duration: number | null
}

/** Takes what the provider reports of a call. Old, repeated and unknown reports change nothing. */
export async function reportCall(ctx: Change, { legId, parent, to, duration, ...report }: Reported): Promise<void> {
  const call = await lockProviderCall(ctx, parent || legId)
  if (!call || (await reportLeg(ctx, call, { leg: legId, parent, status: report.status, userId: userOfIdentity(to) })))
    return
  const { direction, state, connected_at } = call
  const next = afterReport({ direction, state, wasConnected: connected_at !== null }, report)
  if (!next) return
  const now = ctx.now.toISOString()
  const answerer = direction === 'inbound' && next.state === 'connected' ? userOfIdentity(to) : null
  const isEnd = next.state !== 'ringing' && next.state !== 'connected'
  const written = await writeCall(ctx, call.id, {
    ...next,
    ...(next.state === 'ringing' ? { ringing_at: call.ringing_at ?? now } : {}),
    ...(next.state === 'connected' ? { connected_at: now } : {}),
    ...(answerer === null ? {} : await answeredBy(ctx, answerer)),
    ...(next.state === 'connected' ? legsOf(call, legId) : {}),
    ...(isEnd ? { ended_at: now, duration: talked(call, next.state === 'ended' ? duration : 0, ctx.now) } : {}),
  })
  if (direction === 'outbound') await reportSending(ctx, written)
  if (next.state === 'connected') await recordConnected(ctx, written)
  publishCall(ctx, isEnd ? await settleCall(ctx, written) : written)
}

/** Which leg is whose, once both are connected by the one that was dialed. */
const legsOf = ({ direction, provider_id }: StoredCall, dialed: string) =>
  direction === 'outbound'
    ? ({ agent_leg: provider_id, lead_leg: dialed, bridged: 'lead' } as const)
    : ({ agent_leg: dialed, lead_leg: provider_id, bridged: 'agent' } as const)

/** Lets the door know what became of a call that it let through. */
async function reportSending(ctx: Change, call: StoredCall): Promise<void> {
  const name = { cause: causeOf(call) }
  if (call.state === 'connected') await recordDelivered(ctx, name)
  else if (call.state === 'failed') await recordFailed(ctx, name, { problem: call.reason ?? '' })
  else await recordSent(ctx, name)
}

/** Seconds talked: by the provider's count, else since it was answered. */
function talked({ connected_at }: StoredCall, duration: number | null, now: Date): number {
  if (duration !== null) return duration
  return connected_at === null ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(connected_at)) / 1000))
}

/** Whoever placed or answered a call wrote what follows from it. */
export function asCaller(ctx: Change, { user_id, on_behalf_of }: StoredCall): Change {
  const author: Author | null = user_id === null ? null : { user_id, on_behalf_of }
  return { ...ctx, author }
}

/**
 * Writes what a call that is over has led to: the timeline, the task that it fulfilled, and for a caller whom nobody
 * answered a task to call back.
 */
export async function settleCall(ctx: Change, call: StoredCall): Promise<StoredCall> {
  if (call.lead_id === null || !isToBeWritten(call)) return call
  const lead = await calledLead(ctx, call.lead_id)
  if (!lead) return call
  const [milestone_id] = await addMilestones(asCaller(ctx, call), [
    {
      lead_id: lead.id,
      milestone_type_id: milestoneType.call,
      milestone_option_id: call.outcome ? optionOf(call.outcome) : ownOption({ ...call, isVoicemail: false }),
      description: call.notes || (call.direction === 'inbound' && call.state === 'missed' ? 'Missed call' : ''),
      call: { direction: call.direction, duration: call.duration, state: call.state, call_id: call.id },
      happened_at: call.connected_at ?? call.ringing_at ?? call.created_at,
      agent_id: lead.agent_id,
    },
  ])
  if (call.connected_at !== null) await completeTaskOf(ctx, call)
  if (call.direction === 'inbound' && call.state === 'missed') {
    const { from_number } = call
    await notifyOfMissedCall(ctx, {
      id: call.id,
      lead_id: lead.id,
      agent_id: lead.agent_id,
      from_number: from_number ?? '',
    })
    await addTaskAbout(ctx, lead, {
      task_type: 'phone_call',
      subject: `Call back ${fullName(lead) || call.from_number}`,
      scheduled_at: ctx.now.toISOString(),
      taskable_type: null,
      taskable: null,
    })
  }
  return writeCall(ctx, call.id, { milestone_id: milestone_id ?? null })
}

/** Marks the task of a call as done, as far as its caller still reaches it. */
export async function completeTaskOf(ctx: Change, call: StoredCall): Promise<void> {
  const userId = call.on_behalf_of ?? call.user_id
  if (call.task_id === null || userId === null) return
  const viewer = await viewerOfUser(ctx.db, userId)
  if (!viewer) return
  const writing = { ...asCaller(ctx, call), viewer }
  await completeTasks(writing, await lockChosenTasks(writing, [call.task_id], 'kept'))
}
