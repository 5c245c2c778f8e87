import { setTimeout as wait } from 'node:timers/promises'
import {
  type ClientOptions,
  connectDotloop,
  type DotloopAccess,
  type DotloopClient,
} from '../../../../integrations/dotloop/client.ts'
import { DotloopError } from '../../../../integrations/dotloop/errors.ts'
import type { DotloopTokens } from '../../../../integrations/dotloop/records.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { Change, RemoteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound, Refusal } from '../../../../platform/server/errors.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'
import { loopSentences } from '../../rules/loops.ts'
import {
  type AccountContext,
  claimRefresh,
  markRefused,
  releaseRefresh,
  type StoredAccount,
  saveTokens,
  storedAccount,
} from '../queries/accounts.ts'

/** Tokens that end within this time are refreshed before they are used. */
const AHEAD_MS = 60_000
/** Whoever refreshes has so long, more than the service gets to answer; a process that dies meanwhile keeps nobody waiting for longer. */
const LEASE_MS = 30_000
const LOOK_AGAIN_MS = 100

/** Closes the tokens of accounts, so that the database alone opens no loop. */
export const accountSecrets = (config: Config) => secretsFor('dotloop account', config)

/** The service; refused where the installation has none. */
export function dotloopOf({ dotloop }: Config, options: ClientOptions = {}): DotloopClient {
  if (!dotloop) throw new Refusal('unavailable', 'Dotloop is not set up for this installation.')
  return connectDotloop(dotloop, options)
}

/** What asking with somebody's account needs: a person at the screen has it, and a job. */
export interface Reaching extends AccountContext {
  transaction<Result>(work: (ctx: Change) => Promise<Result>): Promise<Result>
}

/** What the viewer's account reaches. */
export interface Connected {
  access: DotloopAccess
  profileId: number
  /** The token as it is stored, which tells it from the one before. */
  sealed: string
}

/**
 * What the viewer's account reaches, with tokens that last; refused when there is no account, or none that is accepted.
 * `refused` is the stored token that the service did not take though it should last still.
 */
async function connected(ctx: AccountContext, refused: string | null, options: ClientOptions): Promise<Connected> {
  const client = dotloopOf(ctx.config, options)
  const giveUpAt = Date.now() + LEASE_MS
  for (;;) {
    const account = await storedAccount(ctx)
    if (!account) throw conflict(loopSentences.notConnected)
    if (account.problem !== null) throw conflict(account.problem)
    const { access_token: sealed, expires_at, profile_id } = account
    const token = accountSecrets(ctx.config).open(sealed)
    if (token === null) throw conflict(loopSentences.noLongerAccepted)
    if (sealed !== refused && Date.parse(expires_at) > ctx.now.getTime() + AHEAD_MS)
      return { access: client.as(token), profileId: Number(profile_id), sealed }
    if (Date.now() > giveUpAt) throw new Refusal('unavailable', 'Dotloop did not answer in time.')
    if (!(await refresh(ctx, client, refused))) await wait(LOOK_AGAIN_MS)
  }
}

/**
 * Refreshes the tokens, unless somebody else is at it; answers whether it was done here. What was stored meanwhile, by another
 * process or because the account was connected anew, stays as it is.
 */
async function refresh(ctx: AccountContext, client: DotloopClient, refused: string | null): Promise<boolean> {
  const before = new Date(ctx.now.getTime() + AHEAD_MS)
  const sealed = await claimRefresh(ctx, { before, refused, leaseMs: LEASE_MS })
  if (sealed === null) return false
  try {
    const token = accountSecrets(ctx.config).open(sealed)
    if (token === null) throw new DotloopError('The stored token cannot be read.', 'revoked')
    return await saveTokens(ctx, sealed, sealedTokens(ctx, await client.refresh(token)))
  } catch (error) {
    const isOver = isRevoked(error)
    const isOurs = await releaseRefresh(ctx, sealed, isOver ? loopSentences.noLongerAccepted : null)
    // Refused because another process has used the token: its tokens are there by now.
    if (isOver && !isOurs) return false
    throw error
  }
}

const isRevoked = (error: unknown): boolean => error instanceof DotloopError && error.reason === 'revoked'

/** Does something with the account; once more with fresh tokens when the service does not take the first. */
export async function withTokens<Result>(
  ctx: AccountContext,
  work: (reached: Connected) => Promise<Result>,
  options: ClientOptions = {},
): Promise<Result> {
  const first = await connected(ctx, null, options)
  try {
    return await work(first)
  } catch (error) {
    if (!isRevoked(error)) throw error
  }
  const second = await connected(ctx, first.sealed, options)
  try {
    return await work(second)
  } catch (error) {
    if (isRevoked(error)) await markRefused(ctx, second.sealed, loopSentences.noLongerAccepted)
    throw error
  }
}

/** Tokens as they are stored. */
export function sealedTokens(
  { config, now }: Pick<RemoteContext, 'config' | 'now'>,
  { access_token, refresh_token, expires_in }: DotloopTokens,
): Pick<StoredAccount, 'access_token' | 'refresh_token'> & { expires_at: Date } {
  const secrets = accountSecrets(config)
  return {
    access_token: secrets.seal(access_token),
    refresh_token: secrets.seal(refresh_token),
    expires_at: new Date(now.getTime() + expires_in * 1000),
  }
}

/** Runs what asks Dotloop; its failures become refusals, those without a sentence of their own the given one. */
export async function asking<Result>(
  ctx: RemoteContext,
  otherwise: string,
  work: (reached: Connected) => Promise<Result>,
): Promise<Result> {
  try {
    return await withTokens(ctx, work)
  } catch (error) {
    if (!(error instanceof DotloopError)) throw error
    ctx.log.warn({ reason: error.reason, message: error.message }, 'Dotloop could not be read')
    if (error.reason === 'missing') throw notFound('loop')
    if (error.reason === 'busy') throw new Refusal('rate_limited', error.message, { retryAfter: 60 })
    if (error.reason !== 'revoked') throw new Refusal('unavailable', otherwise)
    ctx.log.warn('a Dotloop account has to be connected again')
    throw conflict(loopSentences.noLongerAccepted)
  }
}
