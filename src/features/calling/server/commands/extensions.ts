import type { SipSystem } from '../../../../integrations/sip/config.ts'
import { CREDENTIAL_SECONDS, shortLived } from '../../../../integrations/sip/credentials.ts'
import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { type Secrets, secretsFor } from '../../../../platform/server/secrets.ts'
import type { callingCalls, SipSetup, VoiceToken } from '../../contract.ts'
import { identityOf, NO_EXTENSION } from '../../rules.ts'
import { listedExtensions, removeExtension, saveExtension, sipAccountOf, userOfExtension } from '../queries/sip.ts'

/** Extensions at the brokerage's own telephone system, for administrators. */
export const extensionHandlers: Pick<Handlers<typeof callingCalls>, 'sipSetup' | 'setExtension'> = {
  sipSetup: ctx => setupOf(ctx),

  async setExtension(ctx, { id, extension, password }) {
    if (!(await listedExtensions(ctx)).some(({ user_id }) => user_id === id)) throw notFound('user')
    const before = await sipAccountOf(ctx, id)
    if (extension === null) await removeExtension(ctx, id)
    else {
      const holder = await userOfExtension(ctx, extension)
      if (holder !== null && holder !== id) throw invalid({ extension: ['is somebody else’s already'] })
      const secret = password ? secretsOf(ctx).seal(password) : undefined
      await saveExtension(ctx, { user_id: id, extension, secret })
    }
    const shown = { extension, ...(password ? { password: 'changed' } : {}) }
    ctx.audit({ subject: 'extension', subject_id: id, before: { extension: before?.extension ?? null }, after: shown })
    ctx.changed('calls', [], ['right:manage_users'])
    return setupOf(ctx)
  },
}

const secretsOf = ({ config }: Pick<ReadContext, 'config'>): Secrets => secretsFor('sip passwords', config)

async function setupOf(ctx: ReadContext): Promise<SipSetup> {
  const { sip } = ctx.config
  return {
    domain: sip?.domain ?? null,
    makes_credentials: sip?.secret != null,
    extensions: sip ? await listedExtensions(ctx) : [],
  }
}

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
