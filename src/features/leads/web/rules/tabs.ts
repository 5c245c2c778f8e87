import { type LeadList, leadTabs } from '../../contract/filters.ts'

/** What is known of a tab before anybody looks at it. */
export interface LeadTab {
  id: LeadList
  title: string
  /** The visible tab with the lowest number is the one that opens. */
  priority: number
  permission: string | null
  agents: boolean
  admins: boolean
  /** Search results: the tab is there while its search is, and ends with ×. */
  deletable: boolean
}

const allTabs: readonly LeadTab[] = (Object.keys(leadTabs) as LeadList[]).map(id => ({
  ...leadTabs[id],
  id,
  admins: id === 'adminsearch',
}))

/** What the rules of tabs need to know of the person. */
export interface TabViewer {
  agent_id: number | null
  is_agent: boolean
  is_admin: boolean
  permissions: readonly string[]
}

/** A tab is there for holders of its permission, for agents when it allows agents, for administrators likewise. */
export function mayOpenTab(tab: LeadTab, viewer: TabViewer): boolean {
  if (tab.permission !== null && viewer.permissions.includes(tab.permission)) return true
  return (tab.agents && viewer.is_agent) || (tab.admins && viewer.is_admin)
}

/** The tabs that a person has, in the order of their priority; search tabs only while they hold a search. */
export function tabsOf(viewer: TabViewer, searches: Partial<Record<LeadList, string>>): LeadTab[] {
  return allTabs
    .filter(tab => mayOpenTab(tab, viewer) && (!tab.deletable || Boolean(searches[tab.id])))
    .sort((a, b) => a.priority - b.priority)
}

/** The tab that opens: the lowest priority number among the lasting ones. */
export function defaultTab(viewer: TabViewer, ownOnly = false): LeadList | null {
  const lasting = tabsOf(viewer, {}).filter(tab => !ownOnly || tab.id !== 'all')
  return (lasting[0] ?? tabsOf(viewer, {})[0])?.id ?? null
}

/** Where a search goes: over all leads for people without an agent record, over their own for the others. */
export const searchTabOf = (viewer: TabViewer): LeadList =>
  viewer.agent_id === null && viewer.is_admin ? 'adminsearch' : 'agentsearch'

/** What stands on a tab. */
export const tabTitle = (tab: LeadTab, search: string | undefined): string =>
  tab.deletable ? `Search results for "${search ?? ''}"` : tab.title

/** From the tab of everybody's leads, profiles open only for those who may see them all. */
export const mayOpenProfile = (list: LeadList, viewer: TabViewer): boolean =>
  list !== 'all' || viewer.permissions.includes('view_profiles_for_leads')
