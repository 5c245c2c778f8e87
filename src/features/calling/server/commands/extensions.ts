import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { invalid, notFound } from '../../../../platform/server/errors.ts'
import { type Secrets, secretsFor } from '../../../../platform/server/secrets.ts'
import type { callingCalls, SipSetup } from '../../contract.ts'
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

/** Seals and opens the passwords of extensions. */
export const secretsOf = ({ config }: Pick<ReadContext, 'config'>): Secrets => secretsFor('sip passwords', config)

async function setupOf(ctx: ReadContext): Promise<SipSetup> {
  const { sip } = ctx.config
  return {
    domain: sip?.domain ?? null,
    makes_credentials: sip?.secret != null,
    extensions: sip ? await listedExtensions(ctx) : [],
  }
}
