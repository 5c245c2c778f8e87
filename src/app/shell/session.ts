import { mayEnter, type Session, useSession as usePeopleSession } from '../../features/people/web/client/viewer.ts'
import type { FeatureAnswers } from '../../features/settings/rules.ts'
import { navigation } from './drawer/navigation.ts'

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

const askers = navigation.flatMap(({ badge }) => (badge?.asks ? [badge] : []))

/** How much asks for work today, on all pages together. */
export function useWaitingWork(): number {
  let count = 0
  // biome-ignore lint/correctness/useHookAtTopLevel: the pages are the same in every render, and so are their hooks
  for (const { useCount } of askers) count += useCount()
  return count
}
