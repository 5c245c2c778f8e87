import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { ReadContext, RemoteContext } from '../../../platform/server/context.ts'
import { forbidden } from '../../../platform/server/errors.ts'
import type { GoogleAccount, googleAccountCalls } from '../contract.ts'
import { googleDisconnected } from '../events.ts'
import { type GoogleServiceName, googleServices, statesOf } from '../rules.ts'
import { deleteTokens, storedAccount, switchOff } from './queries.ts'
import { endAtGoogle, knownToGoogle } from './remote.ts'

export const googleAccountHandlers: Handlers<typeof googleAccountCalls> = {
  account: accountOf,

  async disconnect(ctx, { service }) {
    if (ctx.actor.is_possession)
      throw forbidden('You cannot disconnect an account while you are logged in as someone else.')
    const token = await switchOffFor(ctx, service)
    if (token !== null) await endAtGoogle(ctx, token)
    return accountOf(ctx)
  },
}

async function accountOf(ctx: ReadContext): Promise<GoogleAccount> {
  const stored = await storedAccount(ctx, ctx.viewer.user_id)
  const none = { granted: [], has_tokens: false, problem: null, disconnected: [] }
  return {
    ...statesOf(stored ?? none, ctx.config.google !== null),
    email: stored?.email ?? null,
    problem: stored?.problem ?? null,
    problem_at: stored?.problem_at ?? null,
    connected_at: stored?.connected_at ?? null,
    ends_at: stored?.ends_at ?? null,
  }
}

/** Switches a service off here; answers the refresh token when nothing is left that needs it. */
const switchOffFor = (ctx: RemoteContext, service: GoogleServiceName): Promise<string | null> =>
  ctx.transaction(async change => {
    const user_id = change.viewer.user_id
    const off = await switchOff(change, user_id, service)
    if (!off) return null
    change.audit({ subject: 'google account', subject_id: user_id, after: { disconnected: off.disconnected } })
    change.changed('google', [user_id], [`user:${user_id}`])
    await googleDisconnected.emit(change, { user_id, services: [service], reason: 'switched_off' })
    if (!googleServices.every(each => off.disconnected.includes(each))) return null
    await deleteTokens(change, user_id)
    return knownToGoogle(change, off.refresh_token, off.email)
  })
