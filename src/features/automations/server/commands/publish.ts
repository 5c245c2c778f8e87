import type { Change } from '../../../../platform/server/context.ts'

const AUDIENCE = ['right:access_automations'] as const

/** Has browsers ask again for an automation. */
export const publishAutomation = (ctx: Change, id: number): void => ctx.changed('automations', [id], AUDIENCE)

/** Has browsers ask again for runs of automations, and for their figures. */
export function publishRuns(ctx: Change, automationIds: readonly number[]): void {
  const ids = [...new Set(automationIds)]
  if (ids.length === 0) return
  ctx.changed('automation-runs', ids, AUDIENCE)
  ctx.changed('automations', ids, AUDIENCE)
}
