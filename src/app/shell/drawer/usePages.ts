import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useViewportWidth } from '../../../platform/web/viewport.ts'
import { site } from '../../../product/site.ts'
import { useSession } from '../session.ts'
import { entryOf, isButton } from './access.ts'
import { type NavigationEntry, navigation } from './navigation.ts'

/** The page that the address belongs to; follows every navigation. */
export const useActiveEntry = (): NavigationEntry | null =>
  entryOf(navigation, useLocation({ select: at => at.pathname }))

/** The entries that are buttons for this person in this window, in order. */
export function useButtons(): readonly NavigationEntry[] {
  const session = useSession()
  const width = useViewportWidth()
  const agentId = session.user?.agent_id ?? null
  const ids = navigation
    .filter(entry => isButton(entry, session, session.features, width))
    .filter(entry => entry.external === null || externalAddress(entry, agentId) !== null)
    .map(entry => entry.id)
    .join()
  // The same list as long as its members are the same, whatever else changed in the session.
  return useMemo(() => navigation.filter(entry => ids.split(',').includes(entry.id)), [ids])
}

/** The configured address of an external entry; the precon worksheet carries the agent's id. */
export function externalAddress(entry: NavigationEntry, agentId: number | null): string | null {
  const address = entry.external === null ? undefined : site.agent_links[entry.external]
  if (!address) return null
  if (entry.external !== 'precon_worksheet' || agentId === null) return address
  const url = new URL(address, window.location.origin)
  url.searchParams.set('agent_id', String(agentId))
  return url.href
}

/** Goes to an address that comes from data. */
export function useGoTo(): (path: string) => void {
  const router = useRouter()
  return useCallback(
    (path: string) => void router.navigate({ href: path } as Parameters<typeof router.navigate>[0]),
    [router],
  )
}
