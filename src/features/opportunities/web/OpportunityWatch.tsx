import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '../../../platform/web/time/now.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import { region } from '../../../product/region/region.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { setOpportunitiesBadge } from './client/badge.ts'
import { opportunityCountsQuery, reloadTabs } from './client/opportunities.ts'

const MINUTE_MS = 60_000

/** Runs while an agent is signed in, whatever screen is open: the badge of the opportunities. Draws nothing. */
export function OpportunityWatch() {
  const zone = useSession().user?.zone ?? region.zone
  const client = useQueryClient()
  const { data } = useQuery(opportunityCountsQuery)
  const day = isoDay(useNow(MINUTE_MS), zone)
  // What was of today is of yesterday after midnight, though nothing changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day itself is the reason
  useEffect(() => {
    if (client.getQueryData(opportunityCountsQuery.queryKey)) void reloadTabs()
  }, [day, client])
  useEffect(() => {
    setOpportunitiesBadge(data?.today ?? null)
  }, [data?.today])
  useEffect(() => () => setOpportunitiesBadge(null), [])
  return null
}
