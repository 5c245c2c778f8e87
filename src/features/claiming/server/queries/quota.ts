import { TZDate } from '@date-fns/tz'
import { addDays, startOfDay, startOfISOWeek } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { hasQuota } from '../../../quotas/rules/limits.ts'
import { quotasOf } from '../../../quotas/server/queries/uses.ts'
import type { Pool } from '../../contract.ts'

/** How many more leads the week allows an agent, of both types together; `null` when nothing limits them. */
export async function claimQuota(ctx: ReadContext, agentId: number): Promise<Pool['quota']> {
  const quotas = await quotasOf(ctx, { agentIds: [agentId] })
  const limited = quotas.filter(({ weekly }) => weekly !== null)
  if (limited.length === 0) return null
  const usedUp = quotas.filter(quota => !hasQuota(quota))
  const now = new TZDate(ctx.now, ctx.viewer.zone)
  const isWeek = usedUp.length === 0 || usedUp.some(({ weekly, used_week }) => weekly !== null && used_week >= weekly)
  const restart = isWeek ? addDays(startOfISOWeek(now), 7) : addDays(startOfDay(now), 1)
  return {
    used: limited.reduce((sum, { used_week }) => sum + used_week, 0),
    weekly: limited.reduce((sum, { weekly }) => sum + (weekly ?? 0), 0),
    used_up: usedUp.map(({ type }) => type),
    restarts_at: instantText(new Date(restart)),
  }
}
