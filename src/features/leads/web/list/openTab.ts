import { DEFAULT_PER_PAGE } from '../../../../platform/wire/page.ts'
import { region } from '../../../../product/region/region.ts'
import type { AuthenticatedUser } from '../../../people/contract/people.ts'
import { DEFAULT_LEAD_SORT, type LeadList, type LeadSort, leadSorts } from '../../contract/filters.ts'
import type { LeadListQuery } from '../client/leads.ts'
import { type TabMemory, tabMemoryOf } from '../client/tabMemory.ts'
import { addressOf, isBareAddress, leadsAddress, type TabState, tabStateOf } from '../rules/address.ts'
import { wireQuestion } from '../rules/questions.ts'
import { defaultTab, type LeadTab, type TabViewer, tabsOf } from '../rules/tabs.ts'

/** The person who looks at the leads. */
export interface ScreenViewer extends TabViewer {
  id: number
  /** IANA zone in which this person's days begin. */
  zone: string
}

/** What the session says about the person. */
export interface SignedIn {
  user: AuthenticatedUser | null
  isAdmin: boolean
  isAgent: boolean
  permissions: readonly string[]
}

/** The person as the leads screens need to know them. */
export const viewerOf = ({ user, isAdmin, isAgent, permissions }: SignedIn): ScreenViewer => ({
  id: user?.id ?? 0,
  zone: user?.zone ?? region.zone,
  agent_id: user?.agent_id ?? null,
  is_admin: isAdmin,
  is_agent: isAgent,
  permissions,
})

/** The tab that an address opens, and its state. */
export interface OpenTab {
  memory: TabMemory
  tabs: LeadTab[]
  tab: LeadList | null
  state: TabState
  /** The address says nothing: the state is what the tab remembers, and goes into the address. */
  restores: boolean
  sort: LeadSort
  perPage: number
}

/** What the leads screen opens with: what its address says, or what the tab remembers for those who arrive. */
export function openTabOf(viewer: ScreenViewer, ownOnly: boolean, search: unknown, arrives: boolean): OpenTab {
  const address = leadsAddress(search)
  const memory = tabMemoryOf(viewer.id)
  const offered = tabsOf(viewer, {
    ...memory.searches(),
    ...(address.tab && address.q ? { [address.tab]: address.q } : {}),
  })
  const tabs = ownOnly ? offered.filter(each => each.id !== 'all') : offered
  const tab = tabs.find(each => each.id === address.tab)?.id ?? defaultTab(viewer, ownOnly)
  const remembered = tab ? memory.read(tab) : undefined
  const restores =
    arrives &&
    tab !== null &&
    isBareAddress(address) &&
    remembered !== undefined &&
    !isBareAddress(addressOf(tab, remembered))
  const state = restores && remembered ? remembered : tabStateOf(address)
  return {
    memory,
    tabs,
    tab,
    state,
    restores,
    sort: leadSorts.find(each => each === state.sort) ?? DEFAULT_LEAD_SORT,
    perPage: address.perPage ?? DEFAULT_PER_PAGE,
  }
}

/** What the list of a tab is asked for. */
export const listQueryOf = (
  { tab, state, sort, perPage }: { tab: LeadList; state: TabState; sort: LeadSort; perPage: number },
  startPage: number,
): LeadListQuery => ({ list: tab, filters: wireQuestion(state), sort, perPage, startPage })
