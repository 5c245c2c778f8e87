import { addSeconds } from 'date-fns'
import {
  endLeg,
  followHook,
  LegOver,
  ringColleague,
  setRecording,
} from '../../../../integrations/twilio-voice/control.ts'
import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext, RemoteContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import type { CallLine, callingCalls } from '../../contract.ts'
import { COLLEAGUE_SECONDS, identityOf, legToMove, MOVED_BY_BROWSER } from '../../rules.ts'
import { endConsulting, takeOver } from '../commands/lines.ts'
import { publishCall } from '../commands/publish.ts'
import { refuseRecording } from '../commands/recording.ts'
import { lockCallById, type StoredCall, visibleCall, writeCall } from '../queries/calls.ts'
import { lockRecording, recordingOf, writeRecording } from '../queries/recordings.ts'
import { colleagueName } from '../queries/settings.ts'
import { accountOf, hooksOf } from './provider.ts'

const NOT_YOURS = 'This call is over, or somebody else has it.'

/** Calls about a call that goes on: each writes down first what is to be, and then has the provider's legs ask about it. */
export const lineHandlers: Pick<Handlers<typeof callingCalls>, 'line' | 'hold' | 'consult' | 'transfer' | 'record'> = {
  line: (ctx, { id }) => lineOf(ctx, id),

  async hold(ctx, { id, held }) {
    const moved = await ctx.transaction(async tx => {
      const call = await lockOwn(tx, id)
      const leg = held ? legToMove(call) : call.lead_leg
      if ((call.held_at !== null) === held || leg === null) return null
      await change(tx, call, { held_at: held ? tx.now.toISOString() : null, bridged: null })
      tx.audit({ subject: 'call', subject_id: id, before: { held: !held }, after: { held } })
      return { call, leg }
    })
    if (moved) await followOrRestore(ctx, moved)
    return lineOf(ctx, id)
  },

  async consult(ctx, { id, user_id }) {
    if (user_id === null) return stopAsking(ctx, id)
    const moved = await ctx.transaction(async tx => {
      const call = await lockOwn(tx, id)
      await requireColleague(tx, user_id)
      if (call.consult_user_id !== null || call.transfer_to !== null) throw conflict('Somebody is being asked already.')
      const leg = call.held_at === null ? legToMove(call) : null
      await change(tx, call, {
        held_at: call.held_at ?? tx.now.toISOString(),
        bridged: null,
        consult_user_id: user_id,
        consulted_at: null,
        rings_until: addSeconds(tx.now, COLLEAGUE_SECONDS).toISOString(),
      })
      tx.audit({ subject: 'call', subject_id: id, after: { asked: user_id } })
      return { call, leg }
    })
    if (moved.leg !== null) await followOrRestore(ctx, { call: moved.call, leg: moved.leg })
    const hooks = hooksOf(ctx.config)
    const consult_leg = await ringColleague(accountOf(ctx.config), {
      identity: identityOf(user_id),
      hook: hooks.voice(`consult-${id}`),
      status: hooks.status,
      seconds: COLLEAGUE_SECONDS,
    })
    await ctx.transaction(async tx => {
      const call = await lockCallById(tx, id)
      if (call?.consult_user_id === user_id) await change(tx, call, { consult_leg })
    })
    return lineOf(ctx, id)
  },

  async transfer(ctx, { id, user_id }) {
    const { end, follow } = await ctx.transaction(tx =>
      user_id === undefined ? connectAsked(tx, id) : handOver(tx, id, user_id),
    )
    const account = accountOf(ctx.config)
    if (follow !== null) await followHook(account, follow, hooksOf(ctx.config).voice('next')).catch(ignoreOver)
    for (const leg of end) if (leg !== null) await endLeg(account, leg)
    return lineOf(ctx, id)
  },

  async record(ctx, { id, action }) {
    const { leg, recording } = await ctx.transaction(async tx => {
      const call = await lockOwn(tx, id)
      const current = await lockRecording(tx, { call_id: id, kind: 'call' })
      if (action === 'refuse') await refuseRecording(tx, call)
      else if (current?.state !== (action === 'pause' ? 'recording' : 'paused'))
        throw conflict('This call is not being recorded.')
      else await writeRecording(tx, current.id, { state: action === 'pause' ? 'paused' : 'recording' })
      tx.audit({ subject: 'call', subject_id: id, after: { recording: action } })
      publishCall(tx, call)
      return { leg: call.lead_leg, recording: current?.provider_id ?? null }
    })
    const statuses = { pause: 'paused', resume: 'in-progress', refuse: 'stopped' } as const
    if (leg !== null && recording !== null)
      await setRecording(accountOf(ctx.config), { leg, recording, status: statuses[action] }).catch(ignoreOver)
    return lineOf(ctx, id)
  },
}

function ignoreOver(error: unknown): void {
  if (!(error instanceof LegOver)) throw error
}

/** A call that the viewer is in, locked; refused when it is over, or somebody else's. */
async function lockOwn(tx: WriteContext, id: number): Promise<StoredCall> {
  await visibleCall(tx, id)
  const call = await lockCallById(tx, id)
  if (!call) throw notFound('call')
  if (!isMine(tx, call) || call.state !== 'connected') throw conflict(NOT_YOURS)
  if (call.heard_at !== null) throw conflict(MOVED_BY_BROWSER)
  return call
}

const isMine = ({ viewer }: Pick<ReadContext, 'viewer'>, { user_id, on_behalf_of }: StoredCall): boolean =>
  (on_behalf_of ?? user_id) === viewer.user_id

async function change(tx: WriteContext, call: StoredCall, set: Parameters<typeof writeCall>[2]): Promise<void> {
  publishCall(tx, await writeCall(tx, call.id, set))
}

/** Has the provider ask what a leg is to do; where it cannot, the call is as it was. */
async function followOrRestore(ctx: RemoteContext, { call, leg }: { call: StoredCall; leg: string }): Promise<void> {
  try {
    await followHook(accountOf(ctx.config), leg, hooksOf(ctx.config).voice('next'))
  } catch (error) {
    await ctx.transaction(async tx => {
      const now = await lockCallById(tx, call.id)
      if (now?.state !== 'connected') return
      const { held_at, bridged } = call
      await change(tx, now, { held_at, bridged, consult_user_id: null, consulted_at: null })
    })
    if (error instanceof LegOver) throw conflict(NOT_YOURS)
    throw error
  }
}

async function requireColleague(tx: WriteContext, userId: number): Promise<void> {
  if (userId === tx.viewer.user_id || (await colleagueName(tx, userId)) === null) throw notFound('colleague')
}

/** Which legs end, and which one asks what to do next. */
interface Moves {
  end: (string | null)[]
  follow: string | null
}

async function handOver(tx: WriteContext, id: number, userId: number): Promise<Moves> {
  const call = await lockOwn(tx, id)
  await requireColleague(tx, userId)
  if (call.transfer_to !== null) throw conflict('This call is being handed over already.')
  await change(tx, call, {
    transfer_to: userId,
    transfer_back_to: tx.viewer.user_id,
    bridged: null,
    held_at: null,
    consult_leg: null,
    consult_user_id: null,
    consulted_at: null,
    rings_until: addSeconds(tx.now, COLLEAGUE_SECONDS).toISOString(),
  })
  tx.audit({ subject: 'call', subject_id: id, after: { transferred_to: userId } })
  return { follow: call.lead_leg, end: [call.bridged === null ? call.agent_leg : null, call.consult_leg] }
}

async function connectAsked(tx: WriteContext, id: number): Promise<Moves> {
  const call = await lockOwn(tx, id)
  const { consult_user_id, consult_leg } = call
  if (consult_user_id === null || consult_leg === null || call.consulted_at === null)
    throw conflict('Nobody has answered yet.')
  await takeOver(tx, call, { userId: consult_user_id, leg: consult_leg, bridged: null })
  tx.audit({ subject: 'call', subject_id: id, after: { transferred_to: consult_user_id } })
  return { follow: call.lead_leg, end: [call.agent_leg] }
}

async function stopAsking(ctx: RemoteContext, id: number): Promise<CallLine> {
  const leg = await ctx.transaction(async tx => {
    const call = await lockOwn(tx, id)
    await endConsulting(tx, call)
    return call.consult_leg
  })
  if (leg !== null) await endLeg(accountOf(ctx.config), leg)
  return lineOf(ctx, id)
}

async function lineOf(ctx: ReadContext, id: number): Promise<CallLine> {
  const call = await visibleCall(ctx, id)
  const recording = await recordingOf(ctx, id)
  const colleague = call.consult_user_id ?? call.transfer_to
  const how = call.transfer_to !== null ? 'rung' : call.consulted_at === null ? 'asked' : 'talking'
  const name = colleague === null ? null : await colleagueName(ctx, colleague)
  return {
    id,
    state: call.state,
    is_mine: isMine(ctx, call),
    is_held: call.held_at !== null,
    moved_by: call.heard_at === null ? 'provider' : 'browser',
    recording: recording && { kind: recording.kind, state: recording.state, seconds: recording.seconds },
    notice_at: call.notice_at,
    recording_refused_at: call.recording_refused_at,
    colleague: colleague === null ? null : { id: colleague, name: name ?? '', how },
  }
}
