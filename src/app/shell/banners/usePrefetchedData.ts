import { useEffect } from 'react'
import { refetchEverything } from '../../../platform/web/calls/queryClient.ts'
import { reportError } from '../../../platform/web/errorReports.ts'
import type { PrefetchFor } from '../../../platform/web/feature.ts'
import { purgeOtherVersions } from '../../../platform/web/offline/offlineCache.ts'
import { APP_VERSION } from '../../../platform/wire/envelope.ts'
import { webFeatures } from '../../features.web.ts'
import { useSession } from '../session.ts'

/** The first screens come first. */
const SETTLED_MS = 5_000

/**
 * Lets the service worker know what an agent needs on the road before it is looked at: what is on screen when it begins
 * to listen, and what features ask for ahead.
 */
export function usePrefetchedData(): void {
  const { user, permissions } = useSession()
  const zone = user?.zone ?? null
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers || zone === null) return
    void purgeOtherVersions(APP_VERSION)
    const wasListening = workers.controller !== null
    // What was asked for before the worker listened is asked for again, quietly.
    const begin = () => void refetchEverything()
    if (!wasListening) workers.addEventListener('controllerchange', begin, { once: true })
    const timer = setTimeout(() => {
      if (navigator.onLine) prefetchAll({ zone, permissions }).catch(reportError)
    }, SETTLED_MS)
    return () => {
      workers.removeEventListener('controllerchange', begin)
      clearTimeout(timer)
    }
  }, [zone, permissions])
}

async function prefetchAll(person: PrefetchFor): Promise<void> {
  await navigator.serviceWorker.ready
  for (const { prefetch } of await Promise.all(webFeatures.flatMap(feature => feature.prefetch?.() ?? [])))
    await prefetch(person)
}
