import type { Change } from '../../../../platform/server/context.ts'

/** Lets administrators, and the agents themselves, fetch quotas again. */
export function publishQuotas(ctx: Pick<Change, 'changed'>, agentIds: readonly number[]): void {
  if (agentIds.length > 0)
    ctx.changed('quotas', agentIds, ['right:is_admin', ...agentIds.map(id => `agent:${id}` as const)])
}

/** Lets administrators fetch the ladders again. */
export const publishLadders = (ctx: Pick<Change, 'changed'>): void => ctx.changed('quota-rules', [], ['right:is_admin'])
