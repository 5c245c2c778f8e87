import { addDays } from 'date-fns'
import type { ReadContext, RequestInfo, WriteContext } from '../../../../platform/server/context.ts'
import { forbidden, Refusal } from '../../../../platform/server/errors.ts'
import type { Authenticate } from '../../../../platform/server/http/authenticate.ts'
import { hashOfToken, randomToken } from '../../../../platform/server/secrets.ts'
import { phaseOf } from '../../../settings/rules.ts'
import { underMaintenance } from '../../../settings/server/commands/maintenance.ts'
import { settingOf } from '../../../settings/server/queries.ts'
import type { SignedInAnswer } from '../../contract/people.ts'
import { FAILURES_COUNT_FOR_MS, freeTries, isAllowedEmail, lockoutMs } from '../../rules.ts'
import { authenticatedUser, insertSession } from '../queries/sessions.ts'
import { type Candidate, forgiveFailures, lockFailures, setFailures } from '../queries/signIn.ts'
import { viewerOfToken } from '../queries/viewer.ts'

/** A change made by somebody who is not signed in yet. */
export type SignInContext = Omit<WriteContext, 'viewer' | 'actor'> & { request: RequestInfo }

/** One answer for everybody who is kept out, so that nobody learns which accounts there are. */
export const wrongPassword = (): Refusal =>
  new Refusal('forbidden', 'The e-mail address or the password is wrong.', { audited: true })

/** What somebody hears whom the identity provider knows and this brokerage does not. */
export const noAccess = (): Refusal =>
  new Refusal('forbidden', 'This account has no access to the CRM. Ask your administrator to add you.', {
    audited: true,
  })

/** Whether this person may come in at all. */
export const mayEnter = (
  candidate: Candidate | null,
  ctx: Pick<SignInContext, 'config'>,
): candidate is Candidate & { is_active: true } =>
  candidate?.is_active === true && isAllowedEmail(candidate.email, ctx.config.allowedEmailDomains)

interface NewSession {
  user_id: number
  platform: string
  is_native_app: boolean
}

/** Opens a session and answers with the user and the token, which is told this once. */
export async function startSession(ctx: SignInContext, session: NewSession): Promise<SignedInAnswer> {
  const token = randomToken()
  const hash = hashOfToken(token)
  const { now, request } = ctx
  const expires_at = addDays(now, ctx.config.sessionDays)
  const id = await insertSession(ctx.db, { ...session, hash, request, now, expires_at })
  const signedIn = await viewerOfToken(ctx.db, hash, { now: ctx.now, isUse: true })
  if (typeof signedIn === 'string') throw noAccess()
  if (!signedIn.viewer.rights.has('is_admin')) await refuseDuringMaintenance(ctx)
  ctx.audit({ subject: 'session', subject_id: id, after: session })
  ctx.changed('people', [session.user_id], [`user:${session.user_id}`])
  return answerOf({ ...ctx, ...signedIn }, token)
}

async function refuseDuringMaintenance(ctx: SignInContext): Promise<void> {
  const window = await settingOf(ctx.db, 'maintenance')
  if (!window || phaseOf(window, ctx.now) !== 'live') return
  throw underMaintenance(window, ctx.now)
}

/** What every sign-in call answers. */
export async function answerOf(ctx: ReadContext, token: string): Promise<SignedInAnswer> {
  const user = await authenticatedUser(ctx, token)
  return { user, google_scopes: user.google_scopes }
}

const accountKey = (email: string) => `account ${hashOfToken(email.toLowerCase()).toString('base64url')}`
const addressKey = (address: string) => `address ${address}`

/** Counts a try before the password is looked at, so that guesses at the same time do not go uncounted. */
export async function countTry(ctx: SignInContext, email: string): Promise<void> {
  await countOne(ctx, accountKey(email), freeTries.account)
  await countOne(ctx, addressKey(ctx.request.address), freeTries.address)
}

async function countOne(ctx: SignInContext, key: string, free: number): Promise<void> {
  const { failures, last_failed_at, locked_until } = await lockFailures(ctx.db, key)
  const wait = locked_until ? new Date(locked_until).getTime() - ctx.now.getTime() : 0
  if (wait > 0) throw tooMany(wait)
  const isFresh = last_failed_at && ctx.now.getTime() - new Date(last_failed_at).getTime() < FAILURES_COUNT_FOR_MS
  const count = (isFresh ? failures : 0) + 1
  const lockedFor = lockoutMs(count, free)
  const until = lockedFor > 0 ? new Date(ctx.now.getTime() + lockedFor) : null
  await setFailures(ctx.db, { key, failures: count, locked_until: until, now: ctx.now })
}

const tooMany = (waitMs: number) =>
  new Refusal('rate_limited', `Too many attempts. Try again in ${Math.ceil(waitMs / 60_000)} min.`, {
    audited: true,
    retryAfter: Math.ceil(waitMs / 1000),
  })

/** Forgets the tries that led to a right password. */
export const forgiveTries = (ctx: SignInContext, email: string): Promise<void> =>
  forgiveFailures(ctx.db, accountKey(email), addressKey(ctx.request.address))

/** Who a bearer token stands for; what the platform asks before each call. */
export const authenticate: Authenticate = (db, token, at) => viewerOfToken(db, hashOfToken(token), at)

/** The bearer token of the request, which answers carry back. */
export function bearerOf(extra: { header(name: string): string | null }): string {
  const token = /^Bearer\s+(\S+)$/i.exec(extra.header('authorization') ?? '')?.[1]
  if (!token) throw forbidden()
  return token
}
