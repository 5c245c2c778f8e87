import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filtersOf, rangeFor, readAddress, weekOf } from '../../../features/tasks/rules/address.ts'
import { taskCalendarQuery, taskListQuery } from '../../../features/tasks/web/client/tasks.ts'
import { purgeOtherVersions } from '../../../platform/web/offline/offlineCache.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import { APP_VERSION } from '../../../platform/wire/envelope.ts'
import { useSession } from '../session.ts'

/** The first screens come first. */
const SETTLED_MS = 5_000

/**
 * Lets the service worker know what an agent needs on the road before it is looked at: what is on screen when it begins
 * to listen, and the tasks of every tab.
 */
export function usePrefetchedData(): void {
  const { user, permissions } = useSession()
  const queries = useQueryClient()
  const zone = user?.zone ?? null
  const hasTasks = permissions.includes('view_leads')
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers || zone === null) return
    void purgeOtherVersions(APP_VERSION)
    const wasListening = workers.controller !== null
    // What was asked for before the worker listened is asked for again, quietly.
    const begin = () => void queries.invalidateQueries()
    if (!wasListening) workers.addEventListener('controllerchange', begin, { once: true })
    const timer = setTimeout(() => {
      if (hasTasks && navigator.onLine) void saveTasks(queries, zone)
    }, SETTLED_MS)
    return () => {
      workers.removeEventListener('controllerchange', begin)
      clearTimeout(timer)
    }
  }, [queries, zone, hasTasks])
}

async function saveTasks(queries: QueryClient, zone: string): Promise<void> {
  await navigator.serviceWorker.ready
  for (const list of ['today', 'overdue', 'future'] as const)
    await queries.prefetchInfiniteQuery(taskListQuery({ list, filters: filtersOf(readAddress({ tab: list })) }))
  const now = new Date()
  for (const { from, to } of [weekOf(now, zone), rangeFor('month', isoDay(now, zone))])
    await queries.prefetchQuery(taskCalendarQuery(filtersOf(readAddress({ tab: 'calendar', from, to }))))
}
