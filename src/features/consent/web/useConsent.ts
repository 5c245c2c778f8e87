import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../../platform/web/live.ts'
import { consentQuery } from './client.ts'

/** How the channels of a lead stand, with the ledger; kept up to date while it is on the screen. */
export function useConsent(leadId: number) {
  const query = useQuery(consentQuery(leadId))
  useLive('leads', ids => {
    if (ids.length === 0 || ids.includes(leadId)) void query.refetch()
  })
  return query
}
