import type { Change } from '../../../../platform/server/context.ts'
import { isAccountValid, saveAccount } from '../../../deals/server/queries/account.ts'
import { refusedByAccount } from '../queries/outbox.ts'
import { notifyOfAccount } from './notices.ts'
import { prepareTrade } from './prepare.ts'

/** Records how the account stands: says once that it is refused, and sends again what was refused for it once it is valid. */
export async function recordAccount(ctx: Change, problem: string | null): Promise<void> {
  const wasValid = await isAccountValid(ctx)
  await saveAccount(ctx, problem === null, problem)
  if (problem !== null && wasValid) await notifyOfAccount(ctx, problem)
  if (problem === null) for (const id of await refusedByAccount(ctx)) await prepareTrade(ctx, id, { isAsked: true })
}
