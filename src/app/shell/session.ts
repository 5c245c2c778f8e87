import { mayEnter, type Session, useSession as usePeopleSession } from '../../features/people/web/client/viewer.ts'
import { useTasksBadge } from '../../features/tasks/web/client/badges.ts'
import type { FeatureAnswers } from './access.ts'
import { type NavigationEntry, navigation } from './navigation.ts'

const checked = [...new Set(navigation.flatMap(entry => entry.feature ?? []))]

/**
 * The session of this browser. A feature check that has not answered (yet, or because the network is away) counts as
 * what the user was last known to hold.
 */
export function useSession(): Omit<Session, 'features'> & { features: FeatureAnswers } {
  const session = usePeopleSession()
  const held = session.user?.features ?? []
  const features = checked.map(name => [name, session.features[name] ?? { enabled: held.includes(name) }] as const)
  return { ...session, features: Object.fromEntries(features) }
}

/** Whether protected pages open to this person. */
export const useMayEnter = (): boolean => mayEnter(usePeopleSession())

/** Counts on the drawer's badges. */
export function useBadges(): Readonly<Record<NonNullable<NavigationEntry['badge']>, number>> {
  const { user } = usePeopleSession()
  const tasks = useTasksBadge()
  return { tasks, opportunities: user?.opportunitiesCount ?? 0 }
}
