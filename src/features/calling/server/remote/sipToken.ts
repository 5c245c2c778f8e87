import type { SipSystem } from '../../../../integrations/sip/config.ts'
import { CREDENTIAL_SECONDS, shortLived } from '../../../../integrations/sip/credentials.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { VoiceToken } from '../../contract.ts'
import { identityOf, NO_EXTENSION } from '../../rules.ts'
import { secretsOf } from '../commands/extensions.ts'
import { sipAccountOf } from '../queries/sip.ts'

/** With what a user's browser registers at the telephone system; refused for somebody who has no extension there. */
export async function sipTokenOf(ctx: ReadContext, system: SipSystem): Promise<VoiceToken> {
  const userId = ctx.viewer.user_id
  const account = await sipAccountOf(ctx, userId)
  if (!account) throw conflict(NO_EXTENSION)
  const { extension } = account
  const own = account.secret === null ? null : secretsOf(ctx).open(account.secret)
  const made = system.secret === null ? null : shortLived(system.secret, extension, ctx.now)
  const { name, password } = made ?? { name: extension, password: own }
  if (password === null) throw conflict(NO_EXTENSION)
  const turn = made ? { username: made.name, credential: made.password } : {}
  const ice_servers = system.iceUrls.map(urls => (urls.startsWith('turn') ? { urls, ...turn } : { urls }))
  return {
    token: password,
    identity: identityOf(userId),
    ttl: CREDENTIAL_SECONDS,
    maker: 'sip',
    sip: { url: system.url, domain: system.domain, extension, name, ice_servers },
  }
}
