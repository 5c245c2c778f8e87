import type { NavigationEntry } from './navigation.ts'

/** What the access rule needs to know about the signed-in person. */
export interface Person {
  isAdmin: boolean
  isAgent: boolean
  isDealsAdmin: boolean
  permissions: readonly string[]
}

/** What a feature check answered: closed, open, open for agents only, or open under a permission. */
export interface FeatureAnswer {
  enabled: boolean
  agent_only?: boolean
  permission?: string | null
}
export type FeatureAnswers = Readonly<Record<string, FeatureAnswer | undefined>>

interface Gate extends Pick<NavigationEntry, 'roles'> {
  permission: string | null
}

/** The gate of an entry after its feature check; `null` when the feature is closed. Unanswered checks close the page. */
export function accessOf(entry: NavigationEntry, features: FeatureAnswers): Gate | null {
  if (entry.feature === null) return entry
  const answer = features[entry.feature]
  if (!answer?.enabled) return null
  if (answer.agent_only) return { roles: ['agent'], permission: null }
  return answer.permission ? { roles: [], permission: answer.permission } : entry
}

/** Whether this person may open the page: by kind of user, or by holding the entry's permission. */
export function mayOpen(entry: NavigationEntry, person: Person, features: FeatureAnswers): boolean {
  const gate = accessOf(entry, features)
  if (!gate || gate.roles.includes('none')) return false
  return (
    gate.roles.includes('everybody') ||
    (person.isAdmin && gate.roles.includes('admin')) ||
    (person.isAgent && gate.roles.includes('agent')) ||
    (person.isDealsAdmin && gate.roles.includes('deals')) ||
    (gate.permission !== null && person.permissions.includes(gate.permission))
  )
}

/** Whether the entry is a button of the drawer for this person in a window of this width. */
export function isButton(entry: NavigationEntry, person: Person, features: FeatureAnswers, width: number): boolean {
  const leadsSomewhere = entry.external !== null || entry.isBuilt
  return (
    leadsSomewhere &&
    entry.icon !== null &&
    entry.group !== 'hidden' &&
    width >= entry.minimumWidth &&
    mayOpen(entry, person, features)
  )
}

/** The entry that a path belongs to: the longest that matches. */
export function entryOf(entries: readonly NavigationEntry[], pathname: string): NavigationEntry | null {
  const path = pathname.replace(/\/+$/, '') || '/'
  const matching = entries.filter(
    entry => entry.path !== '' && (path === entry.path || (!entry.exact && isUnder(path, entry.path))),
  )
  return matching.sort((a, b) => b.path.length - a.path.length)[0] ?? null
}

const isUnder = (path: string, parent: string) => path.startsWith(parent.endsWith('/') ? parent : `${parent}/`)

/** Words of the breadcrumb: capitalised, underscores and hyphens as spaces. */
export const segmentLabel = (segment: string): string =>
  decodeURIComponent(segment)
    .replace(/[_-]+/g, ' ')
    .replace(/(^|\s)\S/g, character => character.toUpperCase())

/** A count on a badge; nothing for zero, "99+" at most. */
export const badgeText = (count: number): string | null => (count <= 0 ? null : count > 99 ? '99+' : String(count))
