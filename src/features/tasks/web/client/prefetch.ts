import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { PrefetchFor } from '../../../../platform/web/feature.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import { filtersOf, rangeFor, readAddress, weekOf } from '../../rules/address.ts'
import { taskCalendarQuery, taskListQuery } from './tasks.ts'

/** Asks for the tasks of every tab. */
export async function prefetch({ zone, permissions }: PrefetchFor): Promise<void> {
  if (!permissions.includes('view_leads')) return
  for (const list of ['today', 'overdue', 'future'] as const)
    await queryClient.prefetchInfiniteQuery(taskListQuery({ list, filters: filtersOf(readAddress({ tab: list })) }))
  const now = new Date()
  for (const { from, to } of [weekOf(now, zone), rangeFor('month', isoDay(now, zone))])
    await queryClient.prefetchQuery(taskCalendarQuery(filtersOf(readAddress({ tab: 'calendar', from, to }))))
}
