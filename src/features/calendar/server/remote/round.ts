import type { CalendarAccess } from '../../../../integrations/google-calendar/client.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import type { Account } from '../queries/accounts.ts'
import type { AgentChange } from './apply.ts'

/** One synchronization of one calendar, by whoever has the lease of its account. */
export interface Round {
  ctx: JobContext
  account: Account
  access: CalendarAccess
  /** Runs a transaction as the agent whose calendar it is. */
  asAgent<Result>(work: (change: AgentChange) => Promise<Result>): Promise<Result>
  /** Has the account for longer; throws a `LeaseLostError` when somebody else has it by now. */
  goOn(): Promise<void>
}

/** Somebody else has the account: what is left to do is theirs. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another process synchronizes this calendar by now.')
    this.name = 'LeaseLostError'
  }
}
