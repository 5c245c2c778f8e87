import { useSession as usePeopleSession } from '../../features/people/web/session.ts'
import { mayEnter } from '../../features/people/web/sessionStore.ts'
import type { NavigationEntry } from './navigation.ts'

/** The session of this browser. */
export const useSession = usePeopleSession

/** Whether protected pages open to this person. */
export const useMayEnter = (): boolean => mayEnter(usePeopleSession())

/** Counts on the drawer's badges. */
export function useBadges(): Readonly<Record<NonNullable<NavigationEntry['badge']>, number>> {
  const { user } = usePeopleSession()
  return { tasks: user?.tasksCount ?? 0, opportunities: user?.opportunitiesCount ?? 0 }
}
