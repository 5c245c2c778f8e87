import { type FeatureAnswers, mayOpen, type Person } from '../../../features/settings/rules.ts'
import type { NavigationEntry } from './navigation.ts'

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
