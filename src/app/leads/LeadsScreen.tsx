import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LeadsPage } from '../../features/leads/web/LeadsPage.tsx'
import { useSettled } from '../shell/useSettled.ts'
import { leadsExtensions } from './leadsExtensions.tsx'
import { useNoteTaskKeys } from './useNoteTaskKeys.ts'

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  useNoteTaskKeys()
  useLeadPageAhead()
  return <LeadsPage extensions={leadsExtensions} />
}

/** Fetches what the lead page needs of script once the list stands, so that the first lead opens as fast as later ones. */
function useLeadPageAhead(): void {
  const router = useRouter()
  const isSettled = useSettled()
  useEffect(() => {
    if (!isSettled) return
    void router.loadRouteChunk(router.routesByPath['/leads/$slug'])
    void import('../../features/leads/web/client/phones.ts')
      .then(phones => phones.phoneLibrary())
      .catch(() => undefined)
  }, [router, isSettled])
}
