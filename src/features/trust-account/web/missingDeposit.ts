import { inCents } from '../../commission/rules/cents.ts'
import type { DealTrust } from '../contract.ts'

/** How much of the agreed deposit did not come in yet, in dollars; 0 where none was agreed on. */
export function missingDeposit({ agreed, entries }: Pick<DealTrust, 'agreed' | 'entries'>): number {
  const came = entries
    .filter(({ kind, is_reversed }) => kind === 'deposit' && !is_reversed)
    .reduce((sum, { amount }) => sum + inCents(amount), 0)
  return Math.max(0, inCents(agreed ?? 0) - came) / 100
}
