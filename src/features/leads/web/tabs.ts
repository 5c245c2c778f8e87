/** The lists that a tab can show, by their ids on the wire. */
export type LeadListId = 'all' | 'leads' | 'clients' | 'agentsearch' | 'adminsearch'

/** What is known of a tab before anybody looks at it. */
export interface LeadTab {
  id: LeadListId
  title: string
  /** The visible tab with the lowest number is the one that opens. */
  priority: number
  permission?: string
  agents?: boolean
  admins?: boolean
  /** Search results: the tab is there while its search is, and ends with ×. */
  deletable: boolean
}

/** What the rules of tabs need to know of the person. */
export interface TabViewer {
  agent_id: number | null
  is_agent: boolean
  is_admin: boolean
  permissions: readonly string[]
}

/** The tabs of the leads screen (specification §2 Leads screen, §9). */
export const leadTabs: readonly LeadTab[] = [
  { id: 'all', title: 'All Leads', priority: 1, permission: 'view_all_leads', deletable: false },
  { id: 'leads', title: 'Leads', priority: 2, agents: true, deletable: false },
  { id: 'clients', title: 'Clients', priority: 3, agents: true, deletable: false },
  { id: 'agentsearch', title: 'Search results', priority: 6, agents: true, deletable: true },
  { id: 'adminsearch', title: 'Search results', priority: 7, admins: true, deletable: true },
]

/** A tab is there for holders of its permission, for agents when it allows agents, for administrators likewise. */
export function mayOpenTab(tab: LeadTab, viewer: TabViewer): boolean {
  if (tab.permission !== undefined && viewer.permissions.includes(tab.permission)) return true
  return (tab.agents === true && viewer.is_agent) || (tab.admins === true && viewer.is_admin)
}

/** The tabs that a person has, in the order of their priority; search tabs only while they hold a search. */
export function tabsOf(viewer: TabViewer, searches: Partial<Record<LeadListId, string>>): LeadTab[] {
  return leadTabs
    .filter(tab => mayOpenTab(tab, viewer) && (!tab.deletable || Boolean(searches[tab.id])))
    .sort((a, b) => a.priority - b.priority)
}

/** The tab that opens: the lowest priority number among the lasting ones. */
export function defaultTab(viewer: TabViewer, ownOnly = false): LeadListId | null {
  const lasting = tabsOf(viewer, {}).filter(tab => !ownOnly || tab.id !== 'all')
  return (lasting[0] ?? tabsOf(viewer, {})[0])?.id ?? null
}

/** Where a search goes: over all leads for people without an agent record, over their own for the others. */
export const searchTabOf = (viewer: TabViewer): LeadListId =>
  viewer.agent_id === null && viewer.is_admin ? 'adminsearch' : 'agentsearch'

/** What stands on a tab. */
export const tabTitle = (tab: LeadTab, search: string | undefined): string =>
  tab.deletable ? `Search results for "${search ?? ''}"` : tab.title

/** From the tab of everybody's leads, profiles open only for those who may see them all. */
export const mayOpenProfile = (list: LeadListId, viewer: TabViewer): boolean =>
  list !== 'all' || viewer.permissions.includes('view_profiles_for_leads')
