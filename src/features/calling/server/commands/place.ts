import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts'
import { openableIds, requireLead } from '../../../leads/server/queries/leads.ts'
import { addressOf } from '../../../outbound/rules/decide.ts'
import { daysIn, refusalInFull } from '../../../outbound/rules/refusals.ts'
import { decideFor } from '../../../outbound/server/commands/decide.ts'
import { requestSendings } from '../../../outbound/server/commands/request.ts'
import { beginTrying } from '../../../outbound/server/commands/trying.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { lockTask } from '../../../tasks/server/queries/tasks.ts'
import type { PreparedCall } from '../../contract.ts'
import { type Instruction, NO_DIALER, NO_LONGER_THEIRS, NOT_PREPARED, POWER_DIALER } from '../../rules.ts'
import { bindPrepared, insertCall, lockProviderCall, recordOf, type StoredCall, writeCall } from '../queries/calls.ts'
import { callSettings } from '../queries/settings.ts'
import { publishCall } from './publish.ts'

interface Wanted {
  lead_id: number
  task_id?: number | undefined
  confirmed?: boolean | undefined
  by_dialer?: boolean | undefined
}

/** What the door for everything that reaches leads knows a call by. */
export const causeOf = ({ id }: Pick<StoredCall, 'id'>): string => `call:${id}`

/** Has the door decide whether the viewer may call a lead now, and writes that down. Refused in words, before anything rings. */
export async function prepareCall(
  ctx: WriteContext,
  { lead_id, task_id, confirmed, by_dialer }: Wanted,
): Promise<PreparedCall> {
  if (by_dialer && !ctx.viewer.features.has(POWER_DIALER)) throw forbidden(NO_DIALER)
  const { agent_id } = await requireLead(ctx, lead_id)
  if (task_id !== undefined && (await lockTask(ctx, task_id, 'kept')).lead_id !== lead_id) throw notFound('task')
  const asked = { channel: 'call', class: 'personal', is_by_hand: true, is_confirmed: confirmed ?? false } as const
  const number = await numberToCall(ctx, asked, lead_id)
  const call = await insertCall(ctx, {
    lead_id,
    user_id: ctx.actor.user_id,
    on_behalf_of: ctx.actor.is_possession ? ctx.viewer.user_id : null,
    agent_id: ctx.viewer.agent_id ?? agent_id,
    direction: 'outbound',
    state: 'prepared',
    from_number: ctx.config.voice?.number ?? ctx.config.sip?.number ?? '',
    to_number: number,
    task_id: task_id ?? null,
    by_dialer: by_dialer ?? false,
  })
  if (!call) throw new Error('A call that was prepared is missing.')
  await requestSendings(ctx, { ...asked, user_id: ctx.actor.user_id, to: [{ lead_id, cause: causeOf(call) }] })
  ctx.audit({ subject: 'call', subject_id: call.id, after: { lead_id, task_id, confirmed } })
  return {
    call: recordOf(call),
    params: {
      user_id: String(lead_id),
      agent_id: String(call.agent_id ?? ''),
      ...(task_id === undefined ? {} : { task_id: String(task_id) }),
    },
  }
}

/** The number of a lead who may be called; otherwise says why not, or asks for a confirmation where the hour is unusual. */
async function numberToCall(
  ctx: WriteContext,
  asked: Parameters<typeof decideFor>[1],
  leadId: number,
): Promise<string> {
  const decided = (await decideFor(ctx, asked, [leadId])).get(leadId)
  if (!decided) throw notFound('lead')
  const { verdict, refusals, sentence, rule } = decided.decision
  const days = daysIn(ctx.viewer.zone)
  const address = addressOf('call', decided.recipient)
  if (verdict === 'refuse' || !address) throw conflict(refusals.map(refusal => refusalInFull(refusal, days)).join(' '))
  if (verdict !== 'send')
    throw conflict(refusalInFull({ sentence: sentence ?? '', since: null, source: null, rule }, days), {
      confirm: 'hours',
    })
  return address
}

/**
 * What the provider is to do with a call that a browser opened: connects it with the number that was decided on. The
 * browser's own word on whom to call is not enough, so a call that nobody prepared ends here.
 */
export async function connectCall(
  ctx: Change,
  opened: { providerId: string; userId: number; leadId: number },
): Promise<Instruction> {
  const { is_recorded: hasNotice } = await callSettings(ctx)
  const known = await lockProviderCall(ctx, opened.providerId)
  // Asked again, the provider goes on with what was decided; a call that was refused or is over stays so.
  if (known && !mayDialAgain(known)) return { do: 'hang up' }
  if (known) return { do: 'dial', number: known.to_number, hasNotice }
  const call = await bindPrepared(ctx, opened)
  if (!call) return { do: 'hang up', sentence: NOT_PREPARED }
  const trial = await beginTrying(ctx, { cause: causeOf(call) }, { reasons: await reasonsAgainst(ctx, call) })
  if (trial?.verdict === 'go') {
    publishCall(ctx, call)
    return { do: 'dial', number: trial.address, hasNotice }
  }
  const reason = trial?.verdict === 'refused' ? trial.reason : NOT_PREPARED
  publishCall(ctx, await writeCall(ctx, call.id, { state: 'refused', reason, ended_at: ctx.now.toISOString() }))
  return { do: 'hang up', sentence: 'This person is not to be called.' }
}

/**
 * Whether a call is dialed that the provider asks about once more, because it did not get the answer: as long as nobody has answered. Of
 * one that is connected, or of which nobody knows what became of it, dialing would ring the lead a second time.
 */
const mayDialAgain = ({ state }: StoredCall): boolean => state === 'prepared' || state === 'ringing'

/** Why whoever prepared a call may not place it any more: their account, the lead or the dialer was taken from them since. */
async function reasonsAgainst(
  ctx: Change,
  { user_id, on_behalf_of, lead_id, by_dialer }: StoredCall,
): Promise<string[]> {
  const [actor, viewer] = await Promise.all([viewerFor(ctx, user_id), viewerFor(ctx, on_behalf_of ?? user_id)])
  const mayOpen =
    actor !== null &&
    viewer?.rights.has('view_leads') === true &&
    lead_id !== null &&
    (await openableIds({ ...ctx, viewer }, [lead_id])).length > 0
  if (!mayOpen) return [NO_LONGER_THEIRS]
  return by_dialer && !viewer.features.has(POWER_DIALER) ? [NO_DIALER] : []
}

const viewerFor = async ({ db }: Change, userId: number | null) => (userId === null ? null : viewerOfUser(db, userId))
