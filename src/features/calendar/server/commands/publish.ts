import type { Change } from '../../../../platform/server/context.ts'

/** Publishes to the browsers of somebody how their calendar is synchronized. */
export const publishCalendar = (ctx: Change, userId: number): void =>
  ctx.changed('calendar', [userId], [`user:${userId}`])
