import { scopesGranted } from '../../people/events.ts'
import { googleConnected } from '../events.ts'
import { googleServices, statesOf } from '../rules.ts'
import { storedAccount } from './queries.ts'

/** A consent connects the account: for the first time, or again after it was revoked or switched off. */
export function connectAfterConsent(): void {
  scopesGranted.on(async (ctx, { user_id }) => {
    const account = await storedAccount(ctx, user_id)
    if (!account?.has_tokens || !ctx.config.google) return
    const states = statesOf(account, true)
    ctx.changed('google', [user_id], [`user:${user_id}`])
    await googleConnected.emit(ctx, {
      user_id,
      services: googleServices.filter(service => states[service] === 'connected'),
    })
  })
}
