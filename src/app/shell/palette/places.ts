import type { Place } from '../../../platform/web/feature.ts'

/** Kinds of user that an entry may list; `everybody` is whoever is signed in. `none` hides the entry. */
export type EntryRole = 'admin' | 'agent' | 'deals' | 'everybody' | 'none'

/** The groups of the drawer, from the top. */
export const entryGroups = ['work', 'business', 'outreach', 'office', 'links', 'hidden'] as const
export type EntryGroup = (typeof entryGroups)[number]

/** A place in this product's navigation. */
export interface NavigationPlace extends Place {
  roles: readonly EntryRole[]
  group: EntryGroup
}
