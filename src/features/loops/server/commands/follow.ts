import type { Change, JobName } from '../../../../platform/server/context.ts'
import { endSubscriptions, reviveSubscription } from '../queries/subscriptions.ts'

interface AboutUser {
  user_id: number
}

/** The jobs that ask for somebody's account. */
export const SUBSCRIBE: JobName<AboutUser> = { name: 'subscribe-to-dotloop' }
export const COMPARE: JobName<AboutUser> = { name: 'compare-loops' }

/** Has Dotloop tell of changes in an account that was just connected; what is left of another one is removed. */
export async function followAccount(ctx: Change, user_id: number, profileId: number): Promise<void> {
  await endSubscriptions(ctx, user_id, profileId)
  await reviveSubscription(ctx, user_id)
  await ctx.enqueue(SUBSCRIBE, { user_id }, { singletonKey: String(user_id) })
}
