import { addSeconds } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { Showing } from '../../contract.ts'
import { isOver, OVER, SECOND_THOUGHTS_SECONDS } from '../../rules.ts'
import { sendShowingLetter } from '../jobs/sendLetter.ts'
import { insertLetter, showingClient } from '../queries/letters.ts'
import { requireReachable } from './gate.ts'

interface TellOptions {
  /** Although the client was told the same before. */
  isAgain?: boolean
  /** Waits until it can no longer be undone. */
  isRevocable?: boolean
}

/** Has the client told of a showing after this transaction; refuses, with every reason, where they cannot be. */
export async function tellClient(
  ctx: Change,
  showing: Showing,
  { isAgain = false, isRevocable = false }: TellOptions = {},
): Promise<void> {
  if (isOver(showing, ctx.now)) throw conflict(OVER)
  await requireReachable(ctx, await showingClient(ctx, showing.lead_id))
  const letter_id = await insertLetter(ctx, showing.id, isAgain)
  const startAfter = isRevocable ? { startAfter: addSeconds(ctx.now, SECOND_THOUGHTS_SECONDS) } : {}
  await ctx.enqueue(sendShowingLetter, { letter_id }, startAfter)
}
