import { addSeconds } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { Showing } from '../../contract.ts'
import { isOver, OVER, SECOND_THOUGHTS_SECONDS } from '../../rules.ts'
import { sendShowingEmail } from '../jobs/sendEmail.ts'
import { insertEmail, showingClient } from '../queries/emails.ts'
import { requireReachable } from './mayEmail.ts'

interface NotifyOptions {
  /** Although the client was told the same before. */
  isAgain?: boolean
  /** Waits until it can no longer be undone. */
  isRevocable?: boolean
}

/** Has the client told of a showing after this transaction; refuses, with every reason, where they cannot be. */
export async function notifyClient(
  ctx: Change,
  showing: Showing,
  { isAgain = false, isRevocable = false }: NotifyOptions = {},
): Promise<void> {
  if (isOver(showing, ctx.now)) throw conflict(OVER)
  await requireReachable(ctx, await showingClient(ctx, showing.lead_id))
  const email_id = await insertEmail(ctx, showing.id, isAgain)
  const startAfter = isRevocable ? { startAfter: addSeconds(ctx.now, SECOND_THOUGHTS_SECONDS) } : {}
  await ctx.enqueue(sendShowingEmail, { email_id }, startAfter)
}
