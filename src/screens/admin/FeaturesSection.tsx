import { useQuery } from '@tanstack/react-query'
import { teams, useSession } from '../../features/people/web/client/people.ts'
import { FeaturesPanel } from '../../features/settings/web/pieces.tsx'

/** Parts of the product, switched for everybody, agents, or single teams. */
export function FeaturesSection() {
  const maySeeTeams = useSession().permissions.includes('can_view_team')
  const { data } = useQuery({ ...teams(), enabled: maySeeTeams })
  return <FeaturesPanel teams={data ?? []} />
}
