import { addSeconds } from 'date-fns'
import type { Change, JobName } from '../../../../platform/server/context.ts'
import { COLLEAGUE_SECONDS, type Instruction, nextOnLine, usualGreeting } from '../../rules.ts'
import { agentOfUser, lockCallById, lockProviderCall, type StoredCall, writeCall } from '../queries/calls.ts'
import { callSettings, colleagueName } from '../queries/settings.ts'
import { publishCall } from './publish.ts'

/** The job that tells the provider what to do with a leg; only its name, for whoever asks for it. */
export const MOVE_LEG: JobName<{ leg: string; move: 'end' | 'follow' }> = { name: 'move-leg' }

/** What a leg is to do that asks, by how its call is now. */
export async function nextOf(ctx: Change, leg: string): Promise<Instruction> {
  const call = await lockProviderCall(ctx, leg)
  return call ? nextOnLine(call, leg) : { do: 'hang up' }
}

/** What callers are told whom nobody answers. */
export async function voicemail(ctx: Change): Promise<Instruction> {
  const { greeting } = await callSettings(ctx)
  return { do: 'voicemail', greeting: greeting ?? usualGreeting(ctx.config.siteName) }
}

/** What follows when a colleague did not answer to whom a call was handed: it goes back, and from there to the voicemail. */
export async function afterColleague(ctx: Change, leg: string, wasAnswered: boolean): Promise<Instruction> {
  const call = await lockProviderCall(ctx, leg)
  if (!call) return { do: 'hang up' }
  if (wasAnswered || call.transfer_to === null || call.state !== 'connected') return nextOnLine(call, leg)
  const transfer_to = call.transfer_back_to
  const back = await writeCall(ctx, call.id, {
    transfer_to,
    transfer_back_to: null,
    rings_until: addSeconds(ctx.now, COLLEAGUE_SECONDS).toISOString(),
  })
  publishCall(ctx, back, [call.transfer_to])
  return transfer_to === null ? voicemail(ctx) : nextOnLine(back, leg)
}

/** A colleague has answered who was asked first: they wait in the room of the call. */
export async function joinConsulted(ctx: Change, callId: number, leg: string): Promise<Instruction> {
  const call = await lockCallById(ctx, callId)
  if (!call || call.consult_user_id === null || call.state !== 'connected') return { do: 'hang up' }
  return nextOnLine(await writeCall(ctx, call.id, { consult_leg: leg }), leg)
}

interface LegReport {
  leg: string
  /** The leg that dialed it; empty for one that nobody dialed. */
  parent: string
  status: string
  /** Whose browser it is. */
  userId: number | null
}

const overStatuses: ReadonlySet<string> = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled'])

/**
 * Takes what is reported of a leg while each of a call follows instructions of its own: somebody was put on hold, asked, or is being
 * handed on. Answers whether that is all there is to it; false where it is about the call as a whole.
 */
export async function reportLeg(ctx: Change, call: StoredCall, report: LegReport): Promise<boolean> {
  const { leg, status } = report
  if (call.connected_at === null || call.state !== 'connected') return false
  if (leg === call.lead_leg) {
    if (overStatuses.has(status) && call.bridged === null) await endOthers(ctx, call)
    return false
  }
  if (leg === call.consult_leg) return reportConsulted(ctx, call, report)
  if (call.transfer_to !== null && report.parent === call.lead_leg) return reportColleague(ctx, call, report)
  if (call.bridged !== null) return false
  if (leg === call.agent_leg && overStatuses.has(status)) await agentLeft(ctx, call)
  return true
}

async function reportConsulted(ctx: Change, call: StoredCall, { leg, status }: LegReport): Promise<boolean> {
  if (status === 'in-progress')
    publishCall(
      ctx,
      await writeCall(ctx, call.id, { consult_leg: leg, consulted_at: call.consulted_at ?? ctx.now.toISOString() }),
    )
  else if (overStatuses.has(status)) await endConsulting(ctx, call)
  return true
}

/** Nobody is asked any more. */
export async function endConsulting(ctx: Change, call: StoredCall): Promise<StoredCall> {
  const ended = await writeCall(ctx, call.id, { consult_leg: null, consult_user_id: null, consulted_at: null })
  publishCall(ctx, ended, call.consult_user_id === null ? [] : [call.consult_user_id])
  return ended
}

async function reportColleague(ctx: Change, call: StoredCall, report: LegReport): Promise<boolean> {
  const { leg, status, userId } = report
  if (status === 'in-progress' && userId !== null) await takeOver(ctx, call, { userId, leg, bridged: 'agent' })
  return true
}

interface NewVoice {
  userId: number
  leg: string
  bridged: 'agent' | null
}

/** A call is somebody else's from now on: whoever it was handed to. */
export async function takeOver(ctx: Change, call: StoredCall, { userId, leg, bridged }: NewVoice): Promise<StoredCall> {
  const name = (await colleagueName(ctx, userId)) ?? ''
  const taken = await writeCall(ctx, call.id, {
    ...(await answeredBy(ctx, userId)),
    agent_leg: leg,
    bridged,
    held_at: null,
    transfer_to: null,
    transfer_back_to: null,
    consult_leg: null,
    consult_user_id: null,
    consulted_at: null,
    notes: call.notes || `Transferred to ${name}`,
  })
  publishCall(ctx, taken, [call.user_id, call.transfer_to, call.consult_user_id])
  return taken
}

/** Whoever talked has left: the lead goes to the colleague who was asked, or the call is over. */
async function agentLeft(ctx: Change, call: StoredCall): Promise<void> {
  if (call.transfer_to !== null || call.lead_leg === null) return
  if (call.consult_leg !== null && call.consult_user_id !== null && call.consulted_at !== null) {
    await takeOver(ctx, call, { userId: call.consult_user_id, leg: call.consult_leg, bridged: null })
    await ctx.enqueue(MOVE_LEG, { leg: call.lead_leg, move: 'follow' })
  } else await ctx.enqueue(MOVE_LEG, { leg: call.lead_leg, move: 'end' })
}

/** The lead has left: so does everybody else. */
async function endOthers(ctx: Change, { agent_leg, consult_leg }: StoredCall): Promise<void> {
  for (const leg of [agent_leg, consult_leg]) if (leg !== null) await ctx.enqueue(MOVE_LEG, { leg, move: 'end' })
}

/** Whose call it is from now on: whoever answered it. */
export async function answeredBy(ctx: Change, userId: number): Promise<{ user_id: number; agent_id?: number }> {
  const agent_id = await agentOfUser(ctx, userId)
  return { user_id: userId, ...(agent_id === null ? {} : { agent_id }) }
}
