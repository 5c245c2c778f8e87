import { DotloopError } from '../../../../integrations/dotloop/errors.ts'
import type { DotloopSubscription } from '../../../../integrations/dotloop/records.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { randomToken, secretsFor } from '../../../../platform/server/secrets.ts'
import {
  claimAsking,
  endingSubscriptions,
  forgetSubscription,
  insertSubscription,
  recordStanding,
  type StoredSubscription,
  usedSubscription,
} from '../queries/subscriptions.ts'
import { type Connected, type Reaching, withTokens } from './access.ts'

/** A request that was never answered may be carried out so long. */
export const UNKNOWN_MS = 120_000

/** Where Dotloop tells of changes: the name of the subscription stands behind it. */
export const LOOP_HOOK = '/crm/hooks/dotloop'

/** Closes the keys that events are signed with. */
export const keySecrets = (config: Config) => secretsFor('dotloop subscription', config)

/** The address that Dotloop is to call; `null` for an installation that nobody reaches from outside. */
export function hookAddress(config: Config, name: string): string | null {
  const site = emailLink(config)
  return site === null ? null : `${site}${LOOP_HOOK}/${name}`
}

const isRecent = ({ now }: Reaching, { asked_at }: StoredSubscription): boolean =>
  now.getTime() - Date.parse(asked_at) < UNKNOWN_MS

/** Has Dotloop tell of changes in an account that has no subscription, or of whose subscription nobody knows whether it was made. */
export async function subscribe(ctx: Reaching): Promise<void> {
  await withTokens(ctx, async reached => {
    await removeEnding(ctx, reached)
    const used = await usedSubscription(ctx)
    if (used && used.state !== 'asked') return
    if (used) await askAgain(ctx, reached, used)
    else await askFirst(ctx, reached)
  })
}

async function askFirst(ctx: Reaching, reached: Connected): Promise<void> {
  const name = randomToken()
  if (hookAddress(ctx.config, name) === null) return
  const made = {
    user_id: ctx.viewer.user_id,
    profile_id: reached.profileId,
    name,
    signing_key: keySecrets(ctx.config).seal(randomToken()),
  }
  // Stored before it is asked for: what is told of at once finds its key, and what is never answered is looked for.
  const row = await ctx.transaction(tx => insertSubscription(tx, made))
  if (row) await create(ctx, reached, row)
}

/** Asks again for a subscription that is not there; looks for it first, as it may have been made without an answer. */
export async function askAgain(ctx: Reaching, reached: Connected, row: StoredSubscription): Promise<void> {
  // Somebody else may be asking right now, and what they asked for is in no list yet.
  if (row.state === 'asked' && isRecent(ctx, row)) return
  if (!(await ctx.transaction(tx => claimAsking(tx, row)))) return
  const known = (await reached.access.subscriptions.list()).find(({ externalId }) => externalId === row.name)
  if (!known) return create(ctx, reached, row)
  if (!known.enabled) await reached.access.subscriptions.enable(known.id)
  await record(ctx, row.id, { ...known, enabled: true })
}

async function create(ctx: Reaching, { access, profileId }: Connected, row: StoredSubscription): Promise<void> {
  const url = hookAddress(ctx.config, row.name)
  const signingKey = keySecrets(ctx.config).open(row.signing_key)
  if (url === null || signingKey === null) return refuse(ctx, row.id)
  try {
    await record(ctx, row.id, await access.subscriptions.create({ url, signingKey, externalId: row.name, profileId }))
  } catch (error) {
    if (!(error instanceof DotloopError) || (error.reason !== 'refused' && error.reason !== 'missing')) throw error
    await refuse(ctx, row.id)
  }
}

const refuse = (ctx: Reaching, id: number) =>
  ctx.transaction(async tx => {
    await recordStanding(tx, id, { state: 'refused', subscription_id: null })
    tx.changed('dotloop', [], [`user:${ctx.viewer.user_id}`])
  })

/** Notes how a subscription stands; `null` for one that is not there any more. */
export const record = (ctx: Reaching, id: number, known: DotloopSubscription | null): Promise<void> =>
  ctx.transaction(async tx => {
    const state = known === null ? 'gone' : known.enabled ? 'on' : 'off'
    await recordStanding(tx, id, { state, subscription_id: known?.id ?? null })
    tx.changed('dotloop', [], [`user:${ctx.viewer.user_id}`])
  })

/** Removes what is left of accounts that were connected before; what cannot be removed now stays to be removed. */
async function removeEnding(ctx: Reaching, reached: Connected): Promise<void> {
  for (const row of await endingSubscriptions(ctx))
    try {
      await removeSubscription(ctx, reached, row)
    } catch (error) {
      if (!(error instanceof DotloopError) || error.reason === 'revoked') throw error
      ctx.log.warn({ reason: error.reason }, 'a subscription of Dotloop could not be removed')
    }
}

/** Removes a subscription there, and forgets it once it is known to be gone. */
export async function removeSubscription(
  ctx: Reaching,
  { access: { subscriptions }, profileId }: Connected,
  row: StoredSubscription,
): Promise<void> {
  const known = (await subscriptions.list()).filter(({ externalId }) => externalId === row.name)
  for (const { id } of known)
    await subscriptions.remove(id).catch((error: unknown) => {
      if (!(error instanceof DotloopError) || error.reason !== 'missing') throw error
    })
  // One that was asked for just now may still be made, and the list of another account says nothing about it.
  const isOpen = row.subscription_id === null && isRecent(ctx, row)
  const isGone = known.length > 0 || (row.profile_id === profileId && !isOpen)
  if (isGone) await ctx.transaction(tx => forgetSubscription(tx, row.id))
}
