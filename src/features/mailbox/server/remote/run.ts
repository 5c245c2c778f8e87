import type { GmailAccess } from '../../../../integrations/gmail/client.ts'
import type { GoogleContext } from '../../../google-accounts/server/remote.ts'
import { takeUnits } from '../queries/quota.ts'

/** The context of a job. */
export type SyncContext = GoogleContext & { signal: AbortSignal }

/** One reading of a mailbox. */
export interface Run {
  ctx: SyncContext
  access: GmailAccess
  userId: number
  /** No new request begins after that; milliseconds since 1970. */
  endsAt: number
}

/** Google's quota is used up for so long. */
export class WaitError extends Error {
  readonly ms: number
  constructor(ms: number) {
    super('Google’s quota is used up for now.')
    this.name = 'WaitError'
    this.ms = ms
  }
}

/** Takes units of the quota; throws a `WaitError` when there are none now. What was taken stays taken: whoever waits comes later. */
export async function take({ ctx, userId }: Run, units: number): Promise<void> {
  const wait = await takeUnits(ctx, userId, units)
  if (wait > 0) throw new WaitError(wait)
}

/** Whether this reading has to make room for others. */
export const isOver = ({ ctx, endsAt }: Run): boolean => ctx.signal.aborted || Date.now() >= endsAt
