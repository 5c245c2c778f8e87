import { DEFAULT_ZONE } from '../../../platform/web/time.ts'
import { useSession } from '../../people/web/client.ts'
import type { ScreenViewer } from './useLeadsScreen.ts'

/** The signed-in person, as the leads screens need to know them. */
export function useViewer(): ScreenViewer {
  const { user, isAdmin, isAgent, permissions } = useSession()
  return {
    id: user?.id ?? 0,
    zone: user?.zone ?? DEFAULT_ZONE,
    agent_id: user?.agent_id ?? null,
    is_admin: isAdmin,
    is_agent: isAgent,
    permissions,
  }
}
