import { useIsFetching } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LeadsPage } from '../../features/leads/web/LeadsPage.tsx'
import { whenIdle } from '../../platform/web/idle.ts'
import { leadsExtensions } from './leadsExtensions.tsx'
import { useNoteTaskKeys } from './useNoteTaskKeys.ts'

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  useNoteTaskKeys()
  return (
    <>
      <LeadsPage extensions={leadsExtensions} />
      <LeadPageAhead />
    </>
  )
}

/**
 * Fetches what the lead page needs of script as soon as the list stands, so that the first lead opens as fast as later ones.
 * It draws nothing: what is being fetched changes often, and the list is not to be drawn again for that.
 */
function LeadPageAhead() {
  const router = useRouter()
  const isListThere = useIsFetching() === 0
  useEffect(() => {
    if (!isListThere) return
    return whenIdle(() => {
      void router.loadRouteChunk(router.routesByPath['/leads/$slug'])
      void import('../../features/leads/web/client/phones.ts')
        .then(phones => phones.phoneLibrary())
        .catch(() => undefined)
    })
  }, [router, isListThere])
  return null
}
