import {
  type Icon,
  IconArrowMerge,
  IconBooks,
  IconBuilding,
  IconBulb,
  IconCalendarEvent,
  IconCamera,
  IconCheckbox,
  IconClockHour4,
  IconCode,
  IconDeviceMobile,
  IconFileDollar,
  IconFileImport,
  IconFlame,
  IconGauge,
  IconGitBranch,
  IconHandStop,
  IconListNumbers,
  IconMailForward,
  IconMapSearch,
  IconReportAnalytics,
  IconRoute,
  IconSettings,
  IconTemplate,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { config } from '../../platform/web/config.ts'

/** Kinds of user that an entry may list; `everybody` is whoever is signed in. `none` hides the entry. */
export type EntryRole = 'admin' | 'agent' | 'deals' | 'everybody' | 'none'
export type EntryGroup = 'work' | 'business' | 'outreach' | 'office' | 'links' | 'hidden'

/** One page or link of the CRM, with everything that decides who sees it and how. */
export interface NavigationEntry {
  id: string
  /** Path inside the CRM. Of an external entry: empty, the address comes from the configuration. */
  path: string
  /** The screen, as registered in `routes.tsx`; `null` while the feature does not exist. */
  component: string | null
  /** Whether only this very path is the page, or also what lies under it. */
  exact: boolean
  /** `null` for pages that are not buttons. */
  icon: Icon | null
  tooltip: string
  roles: readonly EntryRole[]
  permission: string | null
  /** Window width in pixels from which the button shows. */
  minimumWidth: number
  badge: 'tasks' | 'opportunities' | null
  external: string | null
  /** Feature check that opens or closes the page. */
  feature: string | null
  group: EntryGroup
  /** The key after `g` that opens the page. */
  key: string | null
}

const nothing = {
  component: null,
  exact: false,
  icon: null,
  permission: null,
  minimumWidth: 0,
  badge: null,
  external: null,
  feature: null,
  key: null,
} as const

const page = (
  entry: Pick<NavigationEntry, 'id' | 'path' | 'tooltip' | 'roles' | 'group'> & Partial<NavigationEntry>,
): NavigationEntry => ({ ...nothing, ...entry })

const link = (id: string, tooltip: string, icon: Icon): NavigationEntry =>
  page({ id, path: '', tooltip, icon, external: id, roles: ['agent'], group: 'links' })

/** Every page of the CRM, in the order of the drawer. A page without a component is not built yet and answers "not found". */
export const navigation: readonly NavigationEntry[] = [
  page({
    id: 'happy_hour',
    path: '/happy_hour',
    tooltip: 'Happy Hour',
    icon: IconFlame,
    roles: ['agent'],
    feature: 'happy_hour',
    group: 'work',
    key: 'h',
  }),
  page({
    id: 'claim_leads',
    path: '/claim_leads',
    tooltip: 'Claim Leads',
    icon: IconHandStop,
    roles: ['agent'],
    feature: 'claim_leads',
    group: 'work',
  }),
  page({
    id: 'leads',
    path: '/leads',
    component: 'LeadsPage',
    exact: true,
    tooltip: 'Leads',
    icon: IconUsers,
    roles: ['agent'],
    permission: 'view_all_leads',
    group: 'work',
    key: 'l',
  }),
  page({
    id: 'leads_v2',
    path: '/leads_v2',
    component: 'LeadsPage',
    exact: true,
    tooltip: 'My Leads',
    roles: ['agent'],
    feature: 'my-leads',
    group: 'hidden',
  }),
  page({
    id: 'lead',
    path: '/leads/',
    component: 'LeadPage',
    tooltip: 'Lead',
    roles: ['agent', 'admin', 'deals'],
    permission: 'view_leads',
    group: 'hidden',
  }),
  page({
    id: 'tasks',
    path: '/tasks',
    component: 'TasksScreen',
    exact: true,
    tooltip: 'Tasks',
    icon: IconCheckbox,
    roles: ['agent'],
    badge: 'tasks',
    group: 'work',
    key: 't',
  }),
  page({
    id: 'opportunities',
    path: '/opportunities',
    tooltip: 'Opportunities',
    icon: IconBulb,
    roles: ['agent'],
    badge: 'opportunities',
    group: 'work',
    key: 'o',
  }),
  page({
    id: 'deals',
    path: '/deals',
    tooltip: 'Deals',
    icon: IconFileDollar,
    roles: [],
    permission: 'deals_access',
    group: 'business',
    key: 'd',
  }),
  page({
    id: 'new_listing',
    path: '/brokerage-listings/new',
    tooltip: 'New Listing',
    roles: [],
    permission: 'access_listings',
    feature: 'access_listings',
    group: 'hidden',
    exact: true,
  }),
  page({
    id: 'listings',
    path: '/brokerage-listings',
    tooltip: 'Listings',
    icon: IconBuilding,
    roles: [],
    permission: 'access_listings',
    feature: 'access_listings',
    group: 'business',
    key: 'b',
  }),
  page({
    id: 'campaigns',
    path: '/campaigns',
    tooltip: 'Campaigns',
    icon: IconRoute,
    roles: ['agent', 'admin'],
    group: 'outreach',
    key: 'c',
  }),
  page({
    id: 'automations',
    path: '/automations',
    tooltip: 'Automations',
    icon: IconGitBranch,
    roles: [],
    permission: 'access_automations',
    minimumWidth: 768,
    feature: 'claim_leads',
    group: 'outreach',
    key: 'a',
  }),
  page({
    id: 'messages',
    path: '/messages',
    tooltip: 'Messages',
    icon: IconTemplate,
    roles: ['agent'],
    group: 'outreach',
    key: 'e',
  }),
  page({
    id: 'teams',
    path: '/teams',
    component: 'TeamPage',
    tooltip: 'My Team',
    icon: IconUsersGroup,
    roles: [],
    permission: 'can_view_team',
    group: 'outreach',
    key: 'm',
  }),
  page({
    id: 'quota_rules',
    path: '/quota_rules',
    tooltip: 'Quota Rules',
    icon: IconListNumbers,
    roles: ['admin'],
    minimumWidth: 768,
    group: 'office',
    key: 'q',
  }),
  page({
    id: 'agent_quotas',
    path: '/agent_quotas',
    tooltip: 'Agent Quotas',
    icon: IconGauge,
    roles: ['admin'],
    minimumWidth: 768,
    group: 'office',
  }),
  page({
    id: 'duplicates',
    path: '/duplicates',
    component: 'DuplicatesPage',
    exact: true,
    tooltip: 'Duplicates',
    icon: IconArrowMerge,
    roles: ['agent', 'admin'],
    group: 'office',
  }),
  page({
    id: 'listing',
    path: '/listings/',
    component: 'ListingPage',
    tooltip: 'Listing',
    roles: ['everybody'],
    group: 'hidden',
  }),
  page({
    id: 'imports',
    path: '/imports',
    component: 'ImportPage',
    tooltip: 'Import leads',
    icon: IconFileImport,
    roles: [],
    permission: 'import_leads',
    group: 'office',
    key: 'i',
  }),
  page({
    id: 'happy_hour_settings',
    path: '/admin/happy-hour-settings',
    tooltip: 'Happy Hour Settings',
    icon: IconClockHour4,
    roles: [],
    permission: 'manage_happy_hour_permissions',
    group: 'office',
  }),
  page({
    id: 'happy_hour_report',
    path: '/admin/happy-hour-report',
    tooltip: 'Happy Hour Report',
    icon: IconReportAnalytics,
    roles: [],
    permission: 'view_happy_hour_reports',
    group: 'office',
  }),
  page({
    id: 'admin',
    path: '/admin',
    component: 'AdminPage',
    tooltip: 'Admin',
    icon: IconSettings,
    roles: ['admin'],
    group: 'office',
    key: 's',
  }),
  page({
    id: 'sign_ins',
    path: '/sign-ins',
    component: 'SignInsPage',
    exact: true,
    tooltip: 'My sign-ins',
    roles: ['everybody'],
    group: 'hidden',
  }),
  page({ id: 'dev', path: '/dev', tooltip: 'Developer', icon: IconCode, roles: ['admin', 'agent'], group: 'office' }),
  page({
    id: 'mobile',
    path: '/mobile',
    tooltip: 'Mobile Apps',
    icon: IconDeviceMobile,
    roles: ['agent', 'admin'],
    group: 'links',
  }),
  // Only a demo has one: elsewhere the page does not exist.
  page({
    id: 'outbox',
    path: '/outbox',
    component: config.mode === 'demo' ? 'OutboxPage' : null,
    exact: true,
    tooltip: 'Outbox',
    icon: IconMailForward,
    roles: ['everybody'],
    group: 'links',
    key: 'x',
  }),
  link('broker_network', 'Broker Network', IconWorld),
  link('training_calendar', 'Training Calendar', IconCalendarEvent),
  link('media_services', 'Media Services', IconCamera),
  link('agent_resources', 'Agent Resources', IconBooks),
  link('precon_worksheet', 'Precon Worksheet', IconMapSearch),
]
