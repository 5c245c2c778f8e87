import type { Change } from '../../../../platform/server/context.ts'
import { writeKeptParts } from '../queries/writes.ts'

/**
 * Says what the agents on a deal keep of their parts, in cents, where their plans say otherwise than the deal does. The amounts
 * that were agreed stay as they are.
 */
export const keepParts = (
  ctx: Change,
  dealId: number,
  parts: readonly { id: number; amount: number }[],
): Promise<void> => writeKeptParts(ctx, dealId, parts)
