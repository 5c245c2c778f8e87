import { addSeconds } from 'date-fns'
import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { usersWhoBlock } from '../../../blocked-numbers/server/queries.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import type { callingCalls } from '../../contract.ts'
import { identityOf, NOT_PREPARED, NOT_SET_UP, type ProviderStatus, type SipEvent } from '../../rules.ts'
import { lockProviderCall, type StoredCall, visibleCall, writeCall } from '../queries/calls.ts'
import { colleagueName } from '../queries/settings.ts'
import { lockCaller, ringingFrom, sipAccountOf } from '../queries/sip.ts'
import { connectCall } from './place.ts'
import { publishCall } from './publish.ts'
import { receiveCall } from './receive.ts'
import { reportCall } from './report.ts'

/** Longest that a call rings in a browser: the telephone system says when it stops. */
const RING_SECONDS = 60

/**
 * Calls by the brokerage's own telephone system. Nobody but the browser tells what becomes of them, so each of its reports is taken like a
 * provider's, from whoever is in the call alone.
 */
export const sipHandlers: Pick<Handlers<typeof callingCalls>, 'sipDial' | 'sipRing' | 'sipReport' | 'sipTarget'> = {
  async sipDial(ctx, { lead_id, name }) {
    requireSystem(ctx)
    const providerId = providerIdOf(name)
    const known = await lockProviderCall(ctx, providerId)
    if (known && !isMine(ctx, known)) throw notFound('call')
    const next = await connectCall(ctx, { providerId, userId: ctx.viewer.user_id, leadId: lead_id })
    if (next.do !== 'dial') return { number: null, reason: await refusalOf(ctx, providerId) }
    const call = await lockProviderCall(ctx, providerId)
    if (call) await heard(ctx, call)
    return { number: next.number, reason: null }
  },

  async sipRing(ctx, { name, from }) {
    const { number: to } = requireSystem(ctx)
    // What is no number stays as it is, such as an extension.
    const number = phoneAsE164(from) ?? from
    await lockCaller(ctx, number)
    const providerId = (await ringingFrom(ctx, number)) ?? providerIdOf(name)
    // What a caller sets off is nobody's doing here.
    const call = await receiveCall({ ...ctx, author: null }, { providerId, from: number, to })
    const { user_id } = ctx.viewer
    if (call.state === 'refused' || (await usersWhoBlock(ctx, number)).has(user_id))
      return { provider_id: null, is_refused: true }
    if (call.state === 'ringing') {
      const rings = [...new Set([...call.rings, user_id])]
      const rings_until = addSeconds(ctx.now, RING_SECONDS).toISOString()
      publishCall(ctx, await writeCall(ctx, call.id, { rings, rings_until, heard_at: ctx.now.toISOString() }))
    }
    return { provider_id: call.provider_id, is_refused: false }
  },

  async sipReport(ctx, { provider_id, event, user_id }) {
    const call = await lockProviderCall(ctx, provider_id)
    if (call?.heard_at == null || !mayReport(ctx, call)) throw notFound('call')
    await heard(ctx, call)
    if (event === 'held' || event === 'resumed') await hold(ctx, call, event === 'held')
    else if (event === 'transferred') await handOn(ctx, call, user_id ?? 0)
    else if (event !== 'alive') await reportCall(ctx, reportOf(ctx, call, event))
    return {}
  },

  async sipTarget(ctx, { id, user_id }) {
    const { domain } = requireSystem(ctx)
    const call = await visibleCall(ctx, id)
    if (!isMine(ctx, call) || call.state !== 'connected') throw conflict('This call is over, or somebody else has it.')
    const name = user_id === ctx.viewer.user_id ? null : await colleagueName(ctx, user_id)
    if (name === null) throw notFound('colleague')
    const account = await sipAccountOf(ctx, user_id)
    if (!account) throw conflict(`${name} has no extension at the telephone system.`)
    return { target: `sip:${account.extension}@${domain}` }
  },
}

function requireSystem({ config }: Pick<ReadContext, 'config'>) {
  if (!config.sip) throw conflict(NOT_SET_UP)
  return config.sip
}

/** Never the name of a call at a provider. */
const providerIdOf = (name: string): string => `sip:${name}`

const isMine = ({ viewer }: Pick<ReadContext, 'viewer'>, call: StoredCall): boolean =>
  (call.on_behalf_of ?? call.user_id) === viewer.user_id

/** Whoever is in the call tells of it; before anybody is, whoever it rings for. */
const mayReport = (ctx: WriteContext, call: StoredCall): boolean =>
  isMine(ctx, call) || (call.state === 'ringing' && call.rings.includes(ctx.viewer.user_id))

const heard = (ctx: WriteContext, call: StoredCall): Promise<StoredCall> =>
  writeCall(ctx, call.id, { heard_at: ctx.now.toISOString() })

async function refusalOf(ctx: WriteContext, providerId: string): Promise<string> {
  return (await lockProviderCall(ctx, providerId))?.reason ?? NOT_PREPARED
}

async function hold(ctx: WriteContext, call: StoredCall, held: boolean): Promise<void> {
  if (call.state !== 'connected') return
  publishCall(ctx, await writeCall(ctx, call.id, { held_at: held ? ctx.now.toISOString() : null }))
  ctx.audit({ subject: 'call', subject_id: call.id, before: { held: !held }, after: { held } })
}

async function handOn(ctx: WriteContext, call: StoredCall, userId: number): Promise<void> {
  const name = await colleagueName(ctx, userId)
  if (name === null || call.state !== 'connected') return
  publishCall(ctx, await writeCall(ctx, call.id, { notes: call.notes || `Transferred to ${name}` }))
  ctx.audit({ subject: 'call', subject_id: call.id, after: { transferred_to: userId } })
}

const statuses: Readonly<Record<Exclude<SipEvent, 'held' | 'resumed' | 'transferred' | 'alive'>, ProviderStatus>> = {
  ringing: 'ringing',
  answered: 'in-progress',
  ended: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'canceled',
}

/** A browser's word in that of a provider: it is the leg of whoever is called, and once a caller gave up, the call as a whole. */
function reportOf(ctx: WriteContext, { direction, provider_id, state }: StoredCall, event: keyof typeof statuses) {
  const isGivenUp = direction === 'inbound' && state === 'ringing' && event === 'canceled'
  return {
    legId: `${provider_id}/dialed`,
    parent: provider_id ?? '',
    leg: isGivenUp ? ('call' as const) : ('person' as const),
    status: statuses[event],
    to: direction === 'inbound' ? `client:${identityOf(ctx.viewer.user_id)}` : '',
    duration: null,
  }
}
