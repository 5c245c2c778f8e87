import type { Icon } from '@tabler/icons-react'
import type { ScreenRole } from '../../../features/settings/rules.ts'
import type { Badge } from '../../../platform/web/feature.ts'
import type { Permission } from '../../../platform/wire/call.ts'
import { webPages } from '../../features.web.ts'
import { type EntryGroup, entryGroups, type NavigationPlace } from '../palette/places.ts'
import { agentLinks } from './agentLinks.ts'

/** One page or link of the CRM, with everything that decides who sees it and how. */
export interface NavigationEntry {
  id: string
  /** Path inside the CRM. Of an external entry: empty, the address comes from the configuration. */
  path: string
  /** Whether there is a screen; without one the page is not built yet, or not part of this installation. */
  isBuilt: boolean
  /** Whether only this very path is the page, or also what lies under it. */
  exact: boolean
  /** `null` for pages that are not buttons. */
  icon: Icon | null
  tooltip: string
  roles: readonly ScreenRole[]
  permission: Permission | null
  /** Window width in pixels from which the button shows. */
  minimumWidth: number
  badge: Badge | null
  external: string | null
  /** Feature check that opens or closes the page. */
  feature: string | null
  group: EntryGroup
  order: number
  /** The key after `g` that opens the page. */
  key: string | null
}

const entryAt = (path: string, { isMissing, ...place }: NavigationPlace, isBuilt: boolean): NavigationEntry => ({
  exact: false,
  icon: null,
  permission: null,
  minimumWidth: 0,
  badge: null,
  external: null,
  feature: null,
  order: 0,
  key: null,
  ...place,
  path,
  isBuilt: isBuilt && !isMissing,
})

const builtPages = webPages.flatMap(({ path, place }) =>
  place === 'public' ? [] : [entryAt(pathOf(path), place, true)],
)

/** The page of a record is whatever lies under its address: `/leads/$slug` is `/leads/`. */
function pathOf(route: string): string {
  return route.replace(/\$.*$/, '')
}

/** Every page of the CRM and every link beside them, in the order of the drawer. */
export const navigation: readonly NavigationEntry[] = [
  ...builtPages,
  ...agentLinks.map((link, place) => ({
    ...entryAt('', { ...link, roles: ['agent'], group: 'links', order: 100 + place }, false),
    external: link.id,
  })),
].sort((one, other) => entryGroups.indexOf(one.group) - entryGroups.indexOf(other.group) || one.order - other.order)
