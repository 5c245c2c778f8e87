import type { HandlerExtra, Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import { forbidden, notFound, Refusal } from '../../../../platform/server/errors.ts'
import { hashOfToken } from '../../../../platform/server/secrets.ts'
import { featureNames } from '../../../settings/rules.ts'
import { featureOptions } from '../../../settings/server/queries.ts'
import type { sessionCalls } from '../../contract/people.ts'
import { bootstrapParts, scopesGranted } from '../../events.ts'
import { googleScopes, nativePlatforms, WRONG_PLATFORM, whyNotPossess } from '../../rules.ts'
import { isPassword } from '../commands/passwords.ts'
import {
  answerOf,
  bearerOf,
  countTry,
  forgiveTries,
  mayEnter,
  noAccess,
  startSession,
  wrongPassword,
} from '../commands/sessions.ts'
import { redeemTicket } from '../commands/tickets.ts'
import { areasOfType } from '../queries/areas.ts'
import { revokeSession, rightsOf, sessionsOf, setPossessed } from '../queries/sessions.ts'
import { bindIdentity, candidateByEmail, candidateByIdentity, saveCredential, saveScopes } from '../queries/signIn.ts'
import { viewerOfToken } from '../queries/viewer.ts'
import { identityOf } from '../remote.ts'

/** Whether the form for e-mail and password exists here. */
const hasManualForm = (config: { mode: string }) => config.mode === 'demo'

const asked: ReadonlySet<string> = new Set(Object.values(googleScopes))

/** The calls around signing in. */
export const sessionHandlers: Handlers<typeof sessionCalls> = {
  async bootstrap(ctx) {
    const [parts, localities, sublocalities] = await Promise.all([
      // Before sign-in there is no viewer; the contributors of the bootstrap know.
      bootstrapParts.gather(ctx as Parameters<typeof bootstrapParts.gather>[0], null),
      areasOfType(ctx.db, 'locality'),
      areasOfType(ctx.db, 'sublocality'),
    ])
    return { ...parts, localities, sublocalities }
  },

  async login(ctx, { token, platform = 'web', isCrmMobileApp = false }, extra) {
    if (isCrmMobileApp && !nativePlatforms.includes(platform))
      throw new Refusal('invalid_request', WRONG_PLATFORM, { audited: true })
    const known =
      isCrmMobileApp && isIdToken(token) ? await verifiedByProvider(ctx, token) : await ticketOf(ctx, token, extra)
    if (!known) throw new Refusal('forbidden', 'This sign-in has expired. Please sign in again.', { audited: true })
    return ctx.transaction(async change => {
      const candidate = await candidateByIdentity(change.db, known)
      if (!mayEnter(candidate, change)) throw noAccess()
      await bindIdentity(change.db, candidate.id, known.subject)
      return startSession(change, { user_id: candidate.id, platform, is_native_app: isCrmMobileApp })
    })
  },

  async loginManually(ctx, { email, password }) {
    if (!hasManualForm(ctx.config)) throw notFound('page')
    await ctx.transaction(change => countTry(change, email))
    const candidate = await candidateByEmail(ctx.db, email)
    const isRight = await isPassword(password, candidate?.password_hash ?? null)
    if (!isRight || !mayEnter(candidate, ctx)) throw wrongPassword()
    return ctx.transaction(async change => {
      await forgiveTries(change, email)
      return startSession(change, { user_id: candidate.id, platform: 'web', is_native_app: false })
    })
  },

  async providers(ctx) {
    const name = ctx.config.identity ? ctx.config.identityName : 'Google (demo)'
    return {
      providers: [{ id: 'google', name, start_url: '/auth/start' }],
      manual_form: hasManualForm(ctx.config) && ctx.config.debug,
    }
  },

  async possess(ctx, { user_id }, extra) {
    const [actor, target] = [await rightsOf(ctx.db, ctx.actor.user_id), await rightsOf(ctx.db, user_id)]
    if (!actor || !target) throw notFound('user')
    const refusal = whyNotPossess({ actor, target, is_possessing: ctx.actor.is_possession })
    if (refusal) throw new Refusal('forbidden', refusal, { audited: true })
    await setPossessed(ctx.db, ctx.request.session_id, user_id)
    ctx.audit({ subject: 'possession', subject_id: user_id, after: { began: true } })
    return seenAnew(ctx, bearerOf(extra))
  },

  async leavePossession(ctx, _input, extra) {
    await setPossessed(ctx.db, ctx.request.session_id, null)
    if (ctx.actor.is_possession)
      ctx.audit({ subject: 'possession', subject_id: ctx.viewer.user_id, after: { ended: true } })
    return seenAnew(ctx, bearerOf(extra))
  },

  logout: ctx => endOwnSession(ctx),
  maintenanceLogout: ctx => endOwnSession(ctx),
  reload: (ctx, _input, extra) => answerOf(ctx, bearerOf(extra)),

  async grantScopes(ctx, { code }, extra) {
    if (ctx.actor.is_possession) throw forbidden('You cannot grant access while you are logged in as someone else.')
    const ticket = await redeemTicket(ctx.db, {
      token: code,
      cookies: extra.header('cookie'),
      purpose: 'scopes',
      now: ctx.now,
    })
    if (!ticket) throw new Refusal('invalid_request', 'This consent has expired. Please try again.')
    const owner = await candidateByIdentity(ctx.db, ticket)
    if (owner?.id !== ctx.viewer.user_id)
      throw forbidden(`Choose your own account: ${ticket.email} is not the one you are signed in with.`)
    await bindIdentity(ctx.db, owner.id, ticket.subject)
    const { email, refresh_token: sealed } = ticket
    if (sealed) await saveCredential(ctx.db, owner.id, { email, sealed, now: ctx.now })
    const granted = ticket.scopes.filter(scope => asked.has(scope)).sort()
    ctx.audit({ subject: 'user', subject_id: owner.id, after: { google_scopes: granted } })
    ctx.changed('people', [owner.id], [`user:${owner.id}`])
    const google_scopes = await saveScopes(ctx.db, owner.id, granted)
    await scopesGranted.emit(ctx, { user_id: owner.id })
    return { google_scopes }
  },

  sessions: async (ctx, asked) => pageOfWhole(await sessionsOf(ctx), { asked }),

  async endSession(ctx, { id }) {
    const ended = await revokeSession(ctx.db, { id, user_id: ctx.actor.user_id, now: ctx.now })
    if (!ended) throw notFound('session')
    ctx.audit({ subject: 'session', subject_id: id, after: { ended: true } })
    ctx.changed('people', [ctx.actor.user_id], [`user:${ctx.actor.user_id}`])
    return {}
  },

  async feature(ctx, { name }) {
    const known = featureNames.find(feature => feature === name)
    if (!known) throw notFound('feature')
    return { enabled: ctx.viewer.features.has(known), ...(await featureOptions(ctx.db, known)) }
  },
}

type SigningIn = Parameters<typeof sessionHandlers.login>[0]

/** Three parts with dots between them: what the native app obtained from the provider by itself. */
const isIdToken = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)

/** Who the provider vouches for; `null` when the token is not the provider's, not for us, or too old. */
async function verifiedByProvider(ctx: SigningIn, token: string): Promise<{ subject: string; email: string } | null> {
  try {
    return await identityOf(ctx.config).verify(token)
  } catch (error) {
    ctx.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'an ID token was refused')
    return null
  }
}

/** Uses the ticket up, whatever comes of it. */
const ticketOf = (ctx: SigningIn, token: string, extra: HandlerExtra) =>
  ctx.transaction(({ db, now }) => redeemTicket(db, { token, cookies: extra.header('cookie'), purpose: 'signin', now }))

type Ctx = Parameters<typeof sessionHandlers.possess>[0]

/** The answer with the eyes that the session has now. */
async function seenAnew(ctx: Ctx, token: string) {
  const signedIn = await viewerOfToken(ctx.db, hashOfToken(token), { now: ctx.now, isUse: true })
  if (typeof signedIn === 'string') throw forbidden()
  ctx.changed('people', [ctx.actor.user_id], [`user:${ctx.actor.user_id}`])
  return answerOf({ ...ctx, ...signedIn }, token)
}

async function endOwnSession(ctx: Ctx) {
  const id = ctx.request.session_id ?? 0
  await revokeSession(ctx.db, { id, user_id: ctx.actor.user_id, now: ctx.now })
  ctx.audit({ subject: 'session', subject_id: id, after: { ended: true } })
  ctx.changed('people', [ctx.actor.user_id], [`user:${ctx.actor.user_id}`])
  return {}
}
