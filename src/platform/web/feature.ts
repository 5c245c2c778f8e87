import type { Icon } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { Permission } from '../wire/call.ts'
import type { ForeignPatch } from './offline/offlinePatches.ts'
import type { screen } from './page/screen.ts'
import type { Contribution } from './page/slot.ts'

/** How much waits behind a page. */
export interface Badge {
  useCount(): number
  /** Whether it asks for work today: it has the accent, and counts on the button that opens a closed drawer. */
  asks: boolean
  /** What stands out right now, such as something that is live: a short fact beside the name, or none; `null` when nothing does. */
  useHighlight?(): { note: string | null } | null
}

/** Where a page stands in the navigation, and who may open it. */
export interface Place {
  id: string
  tooltip: string
  /** Pages without one are not buttons. */
  icon?: Icon
  /** Kinds of user that may open it. */
  roles: readonly string[]
  /** The right that opens it to everybody else. */
  permission?: Permission
  /** Feature check that opens or closes the page. */
  feature?: string
  /** Window width in pixels from which the button shows. */
  minimumWidth?: number
  badge?: Badge
  group: string
  /** Its place within the group, from the top. */
  order?: number
  /** Whether only this very path is the page, and nothing that lies under it. */
  exact?: true
  /** The key after `g` that opens the page. */
  key?: string
  /** Whether this installation does not have the page. */
  isMissing?: boolean
}

/** A page of the product. */
export interface Page<Path extends string = string> {
  /** Its address, as the router writes it: `/leads/$slug`. */
  path: Path
  screen: ReturnType<typeof screen>
  /** Asks for what the page will show before anything is drawn; only of those who are signed in. */
  arrive?: (search: unknown) => void
  /** `public` pages stand alone and open to everybody. */
  place: Place | 'public'
}

/** A part of the shell that is there on every page behind the sign-in. */
export interface ShellPart {
  id: string
  load: () => Promise<ComponentType>
  /** Whether it is needed now; always when left out. */
  useIsNeeded?: () => boolean
  /** Whether its script is fetched before it is needed, once the browser is idle. */
  isFetchedEarly?: true
}

/** A button of the drawer that opens something over the page. */
export interface DrawerAction {
  id: string
  label: string
  icon: Icon
  permission: Permission
  run: () => void
  /** How much waits behind it: at first as the session knows it, then as `loadCount` draws it. */
  useFirstCount: () => number
  loadCount: () => Promise<ComponentType<{ draw: (count: number) => ReactNode; known: number }>>
}

/**
 * How a feature is wired into the browser's side of the product. It is read before the first screen, and by the build:
 * light data and functions that fetch the rest; nothing that it imports may need a browser to be read.
 */
export interface WebFeature<Pages extends readonly Page[] = readonly Page[]> {
  pages: Pages
  topBar?: readonly ShellPart[]
  /** Runs, or lies, over whatever page is open. */
  overShell?: readonly ShellPart[]
  drawerActions?: readonly DrawerAction[]
  /** What it adds to the screens of others. */
  adds?: readonly Contribution[]
  /**
   * The first words of the addresses under `/crm/` whose answers stay readable without a network. Said by each feature, so
   * that nothing is forgotten silently.
   */
  offline: readonly string[]
  /** What writes that wait for the network make of the answers of other features. */
  offlinePatches?: () => Promise<{ offlinePatches: readonly ForeignPatch[] }>
  /** Asks for what somebody needs on the road before they look at it, so that it is known without a network. */
  prefetch?: () => Promise<{ prefetch(person: PrefetchFor): Promise<void> }>
}

/** For whom it is asked. */
export interface PrefetchFor {
  /** Where they work. */
  zone: string
  permissions: readonly string[]
}

/** Declares a feature; the addresses of its pages stay known as types, for links. */
export const defineWebFeature = <const Pages extends readonly Page[] = readonly []>({
  pages,
  ...rest
}: Omit<WebFeature, 'pages'> & { pages?: Pages }): WebFeature<Pages> => ({ pages: pages ?? ([] as never), ...rest })
