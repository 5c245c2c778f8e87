import type { ScreenRole } from '../../../features/settings/rules.ts'
import type { Place } from '../../../platform/web/feature.ts'

/** The groups of the drawer, from the top. */
export const entryGroups = ['work', 'business', 'outreach', 'office', 'links', 'hidden'] as const
export type EntryGroup = (typeof entryGroups)[number]

/** A place in this product's navigation. */
export interface NavigationPlace extends Place {
  roles: readonly ScreenRole[]
  group: EntryGroup
}
