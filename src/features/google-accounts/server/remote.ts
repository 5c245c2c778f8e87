import { setTimeout as wait } from 'node:timers/promises'
import type { GoogleService } from '../../../integrations/google/config.ts'
import { GoogleError } from '../../../integrations/google/errors.ts'
import { fakeRefreshToken } from '../../../integrations/google/fake.ts'
import { refreshTokens, revokeToken } from '../../../integrations/google/tokens.ts'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import { credentialSecrets } from '../../people/server/commands/credentials.ts'
import { googleDisconnected } from '../events.ts'
import { type GoogleServiceName, googleSentences, googleServices, statesOf } from '../rules.ts'
import { claimRefresh, markProblem, releaseRefresh, type StoredAccount, saveTokens, storedAccount } from './queries.ts'

/** Access tokens that end within this time are refreshed before they are used. */
const AHEAD_MS = 60_000
/** Whoever refreshes has so long, more than Google gets to answer; a process that dies meanwhile keeps nobody waiting for longer. */
const LEASE_MS = 40_000
const LOOK_AGAIN_MS = 100

/** Code that talks to Google: a job, or the handler of a `remote` call. */
export interface GoogleContext extends QueryContext {
  transaction<Result>(work: (ctx: Change) => Promise<Result>): Promise<Result>
}

/** The account is not reached: not connected, switched off, or ended. Whoever meets it stops, and loses nothing. */
export class GoogleNotConnectedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GoogleNotConnectedError'
  }
}

/** What opens somebody's mail or calendar. */
export interface GoogleAccess {
  token: string
  /** The address of the account. */
  email: string
}

interface Opened extends GoogleAccess {
  /** The token as it is stored, which tells it from the one before. */
  sealed: string
}

/**
 * An access token of somebody for one service, that lasts. However many ask at once, in however many processes, it is refreshed
 * once. Throws a `GoogleNotConnectedError` when the account is not reached, and a `GoogleError` when Google is not.
 */
export async function accessTokenOf(
  ctx: GoogleContext,
  userId: number,
  service: GoogleServiceName,
): Promise<GoogleAccess> {
  const { token, email } = await opened(ctx, { userId, service, refused: null })
  return { token, email }
}

/**
 * Does something with somebody's account; once more with a fresh token when Google does not take the first. When it takes that
 * one neither, or what is asked for is no longer granted, the account is marked: the person is asked to connect it again.
 */
export async function withGoogle<Result>(
  ctx: GoogleContext,
  userId: number,
  service: GoogleServiceName,
  work: (access: GoogleAccess) => Promise<Result>,
): Promise<Result> {
  const first = await opened(ctx, { userId, service, refused: null })
  try {
    return await work(first)
  } catch (error) {
    if (isDenied(error)) return ended(ctx, userId, first.sealed)
    if (!isRevoked(error)) throw error
  }
  const second = await opened(ctx, { userId, service, refused: first.sealed })
  try {
    return await work(second)
  } catch (error) {
    if (isRevoked(error) || isDenied(error)) return ended(ctx, userId, second.sealed)
    throw error
  }
}

const isRevoked = (error: unknown): boolean => error instanceof GoogleError && error.reason === 'revoked'
/** Google gives "insufficient permissions" for what somebody took back; other refusals of a 403 are not about the account. */
const isDenied = (error: unknown): boolean =>
  error instanceof GoogleError && error.reason === 'denied' && error.message.includes('insufficientPermissions')

interface Wanted {
  userId: number
  service: GoogleServiceName
  /** The stored token that Google did not take though it should last still. */
  refused: string | null
}

async function opened(ctx: GoogleContext, { userId, service, refused }: Wanted): Promise<Opened> {
  const { google } = ctx.config
  if (!google) throw new GoogleNotConnectedError(googleSentences.unavailable)
  const giveUpAt = Date.now() + LEASE_MS
  for (;;) {
    const account = await storedAccount(ctx, userId)
    if (!account?.is_active || statesOf(account, true)[service] !== 'connected')
      throw new GoogleNotConnectedError(account?.problem ?? googleSentences.notConnected)
    const { access_token: sealed, expires_at, email } = account
    const isLasting = expires_at !== null && Date.parse(expires_at) > Date.now() + AHEAD_MS
    const token =
      sealed === null || sealed === refused || !isLasting ? null : credentialSecrets(ctx.config).open(sealed)
    if (token !== null && sealed !== null) return { token, sealed, email: email ?? '' }
    if (Date.now() > giveUpAt) throw new GoogleError(googleSentences.unreachable, 'unreachable')
    if (!(await refresh(ctx, google, account))) await wait(LOOK_AGAIN_MS)
  }
}

/** Refreshes the access token that is stored, unless somebody else is at it; answers whether it was done here. */
async function refresh(ctx: GoogleContext, google: GoogleService, account: StoredAccount): Promise<boolean> {
  const { user_id: userId, access_token: refused, email } = account
  const before = new Date(Date.now() + AHEAD_MS)
  const sealed = await claimRefresh(ctx, userId, { before, refused, leaseMs: LEASE_MS })
  if (sealed === null) return false
  const secrets = credentialSecrets(ctx.config)
  const refreshToken = knownToGoogle(ctx, sealed, email)
  // Sealed under a secret that this installation no longer has: only another consent helps.
  if (refreshToken === null) return ended(ctx, userId, sealed)
  try {
    const tokens = await refreshTokens(google, refreshToken)
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
    return await saveTokens(ctx, userId, sealed, {
      access_token: secrets.seal(tokens.access_token),
      refresh_token: tokens.refresh_token && secrets.seal(tokens.refresh_token),
      expires_at: inSeconds(tokens.expires_in),
      ends_at: tokens.refresh_token_expires_in === null ? null : inSeconds(tokens.refresh_token_expires_in),
    })
  } catch (error) {
    if (isRevoked(error)) return ended(ctx, userId, sealed)
    await releaseRefresh(ctx, userId, sealed)
    throw error
  }
}

/**
 * The refresh token as Google knows it; `null` for one that was sealed under a secret that this installation no longer has. The
 * identity provider of a demo knows no mailboxes: the tokens of the stand-in that does name their account.
 */
export function knownToGoogle({ config }: QueryContext, sealed: string, email: string | null): string | null {
  const token = credentialSecrets(config).open(sealed)
  return config.identity || token === null ? token : fakeRefreshToken(email ?? '', token)
}

/** Marks an account that Google no longer takes, and says so. */
async function ended(ctx: GoogleContext, userId: number, token: string): Promise<never> {
  await ctx.transaction(async change => {
    if (!(await markProblem(change, userId, { problem: googleSentences.revoked, token }))) return
    change.changed('google', [userId], [`user:${userId}`])
    await googleDisconnected.emit(change, { user_id: userId, services: googleServices, reason: 'revoked' })
  })
  ctx.log.warn({ user_id: userId }, 'a Google account has to be connected again')
  throw new GoogleNotConnectedError(googleSentences.revoked)
}

/** Ends the access at Google. The tokens are gone here already; Google is told so that nobody else could use them. */
export async function endAtGoogle({ config, log }: QueryContext, token: string): Promise<void> {
  if (!config.google) return
  await revokeToken(config.google, token).catch((error: unknown) =>
    log.warn({ err: error }, 'the access to a Google account could not be ended at Google'),
  )
}
