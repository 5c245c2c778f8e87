import { userParts } from '../../people/events.ts'
import { hasAccount } from './queries/accounts.ts'

/** Says beside the signed-in user whether they connected an account. */
export function contributeAccount(): void {
  userParts.from(async (ctx, { user_id }) => ({ hasDotloopAccount: await hasAccount(ctx, user_id) }))
}
