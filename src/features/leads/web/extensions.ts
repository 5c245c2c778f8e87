import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'
import type { LeadFilters, LeadList, LeadSelection, LeadSort } from '../contract/filters.ts'
import type { Lead, LeadRow, LeadTag } from '../contract/record.ts'

/** The chosen leads, as whatever acts on them needs them. */
export interface ChosenLeads {
  /** How many; of an entire list, its count. */
  size: number
  /** Whether the filter is what is chosen, so that not every id is known. */
  isEntire: boolean
  /** What every bulk call takes: ids, or the list with its filters and what was taken out of it. */
  selection: Partial<LeadSelection>
  /** Ids that this screen knows among the chosen ones. */
  ids: readonly number[]
  /** Rows that this screen holds among the chosen ones. */
  rows: readonly LeadRow[]
  list: LeadList
}

/** One act of the bulk bar. It draws its own button, menu or dialog. */
export interface BulkActionProps {
  chosen: ChosenLeads
  /** Hides the chosen rows until the answer is there; the function that comes back shows them again. */
  hideRows(): () => void
  /** The act was taken: clears the selection and fetches the list and counts again. */
  onDone(): void
}

/** Entries of the menu of a lead, in lists and on its page. The menu opens once all of them are here: none moves under the pointer. */
export interface RowAction {
  id: string
  load(): Promise<ComponentType<RowActionProps>>
}

/** Entries of a lead's menu; they render `Menu.Item`s, or nothing. */
export interface RowActionProps {
  lead: LeadRow
  list: LeadList
  onDone(): void
}

/** What can be asked of a list, as a saved view keeps it. */
export interface ListQuestion {
  list: LeadList
  filters: LeadFilters
  sort: LeadSort
}

/** Entries beside the tabs, after a divider. */
export interface ViewsProps {
  /** What the screen shows now. */
  question: ListQuestion
  isFiltered: boolean
  /** The view that is open, from the address. */
  openView: number | null
  /** Shows a view; `null` leaves the open one. */
  onOpen(view: { id: number; question: ListQuestion } | null): void
  /** The columns that are switched on. */
  columns: readonly string[]
  /** Shows these columns in the place of the person's own, or again the person's own. */
  onColumns(columns: readonly string[] | null): void
}

/** An act on everything that a list shows, beside the columns. */
export interface ListActionProps {
  question: ListQuestion
  /** Whether there is room for its symbol only. */
  isNarrow: boolean
}

/** What can be done with all that a list shows, beside the number of its leads. */
export interface BesideCountProps {
  question: ListQuestion
  /** How many leads the list shows, as text; empty until that is known. */
  count: string
}

/** What features further up add to the leads screen, put together. */
export interface LeadsExtensions {
  bulkActions: readonly { id: string; Action: ComponentType<BulkActionProps> }[]
  rowActions: readonly RowAction[]
  /** Beside the name of a row, such as "in transfer" with Accept and Reject. */
  rowMarks: readonly { id: string; Mark: ComponentType<{ lead: LeadRow }> }[]
  Views: ComponentType<ViewsProps> | null
  BesideCount: ComponentType<BesideCountProps> | null
  listActions: readonly { id: string; Action: ComponentType<ListActionProps> }[]
  /** Between the tabs and the list, such as leads that wait for an answer. */
  Above: ComponentType | null
  /** The tags to filter by. */
  tagsQuery: UseQueryOptions<{ default: LeadTag[]; agent: LeadTag[] }> | null
}

/** What one feature adds to the leads screen. */
export interface LeadsExtension extends Partial<LeadsExtensions> {
  /** Its place among the others, wherever several stand beside each other. */
  order: number
}

/** What features add to the leads screen. It is on its way to the first picture: what they show on demand comes later. */
export const leadsExtensions = defineSlot<'leadsExtensions', LeadsExtension>('leadsExtensions')

/** A button in the head of a lead's page, beside its menu. */
export interface LeadHeaderAction {
  id: string
  /** Its place among the others. */
  order: number
  Action: ComponentType<{ lead: LeadRow }>
}

/** The buttons that features give to the head of a lead's page. */
export const leadHeaderActions = defineSlot<'leadHeaderActions', LeadHeaderAction>('leadHeaderActions')

/** What an entry of the menu of a lead's page gets. */
export interface LeadMenuActionProps {
  lead: LeadRow
}

/** Entries of the menu of a lead's page; they render `Menu.Item`s, or nothing. */
export interface LeadMenuAction {
  id: string
  /** Their place among the others. */
  order: number
  Items: ComponentType<LeadMenuActionProps>
}

/** What features add to the menu of a lead's page. */
export const leadMenuActions = defineSlot<'leadMenuActions', LeadMenuAction>('leadMenuActions')

/** What a panel of the lead page gets. Until the whole lead is here, it is what the list knew. */
export interface LeadPanelProps {
  lead: LeadRow & Partial<Lead>
  now: Date
  /** The reader's zone. */
  zone: string
}

/** A panel of the right column: what comes next with this lead. It is its own section and says nothing when it has nothing. */
export interface LeadPanel {
  id: string
  /** Its place in the column. */
  order: number
  /** Its tab on phones; those that name none stand together under "More". */
  tab?: string
  /** How much there is behind the tab; `undefined` while that is not known. */
  useCount?: (lead: LeadPanelProps['lead']) => number | undefined
  Panel: ComponentType<LeadPanelProps>
}

/** The panels of a lead's page, each given by the feature that it is about. */
export const leadPanels = defineSlot<'leadPanels', LeadPanel>('leadPanels')
