import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../features/leads/web/client/leads.ts'
import { UsersPanel } from '../../features/people/web/pieces.tsx'

/** The people of the brokerage, with the sites from which their leads come. */
export function PeopleSection() {
  const { data } = useQuery(sitesQuery)
  return <UsersPanel sites={(data ?? []).filter(({ is_retired }) => !is_retired)} />
}
