import { DotloopError } from '../../../../integrations/dotloop/errors.ts'
import type { RemoteContext } from '../../../../platform/server/context.ts'
import { changeSentences } from '../../rules/changes.ts'
import { COMPARE } from '../commands/follow.ts'
import { endingSubscriptions, usedSubscription } from '../queries/subscriptions.ts'
import { asking, withTokens } from './access.ts'
import { askAgain, removeSubscription, subscribe } from './subscribe.ts'

/** Has Dotloop tell of changes again, as somebody pressed for it, and looks for what changed meanwhile. */
export async function turnOn(ctx: RemoteContext): Promise<void> {
  const { user_id } = ctx.viewer
  const used = await usedSubscription(ctx)
  await asking(ctx, changeSentences.turnOnFailed, reached => (used ? askAgain(ctx, reached, used) : subscribe(ctx)))
  await ctx.transaction(tx => tx.enqueue(COMPARE, { user_id }, { singletonKey: String(user_id) }))
}

/** Removes the subscriptions of an account that is about to be given up. What fails stays to be removed, and is not tried again by itself. */
export async function removeEnded(ctx: RemoteContext): Promise<void> {
  const ending = await endingSubscriptions(ctx)
  if (ending.length === 0 || ctx.config.dotloop === null) return
  try {
    await withTokens(ctx, async reached => {
      for (const row of ending) await removeSubscription(ctx, reached, row)
    })
  } catch (error) {
    const reason = error instanceof DotloopError ? error.reason : null
    ctx.log.warn({ err: error, reason }, 'the subscription of a revoked Dotloop account could not be removed')
  }
}
