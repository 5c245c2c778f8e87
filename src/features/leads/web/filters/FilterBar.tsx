import { IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SearchBox } from '../list/SearchBox.tsx'
import { type FilterState, filterFields } from '../rules/filters.ts'
import classes from './FilterBar.module.css'
import { FilterChips } from './FilterChips.tsx'

export interface FilterBarProps {
  filters: FilterState
  search: string
  /** Filters that make no sense for this person or list are not offered. */
  withoutAgent: boolean
  newLeads: number
  counts: { leads: string; subscribed: string; isWhole: boolean }
  /** What can be done with all that the list shows. */
  beside: ReactNode
  onChange(filters: FilterState): void
  onSearch(text: string): void
  onShowNew(): void
}

/** What the list is narrowed to, how many that leaves, and what arrived meanwhile. */
export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, counts, newLeads } = props
  const fields = filterFields.filter(field => !(props.withoutAgent && field.key === 'agent'))
  return (
    <search className={classes.bar} aria-label="Filters">
      <div className={classes.chips}>
        <SearchBox search={props.search} onSearch={props.onSearch} />
        <FilterChips filters={filters} fields={fields} onChange={onChange} />
      </div>
      <div className={classes.end}>
        <NewLeads count={newLeads} onShow={props.onShowNew} />
        {props.beside}
        <output className={classes.counts} aria-live="polite">
          {counts.isWhole && (
            <span>
              <b>{counts.leads}</b> {counts.leads === '1' ? 'lead' : 'leads'}
              {counts.subscribed && (
                <>
                  {' · '}
                  <b>{counts.subscribed}</b> subscribed
                </>
              )}
            </span>
          )}
        </output>
      </div>
    </search>
  )
}

/** How many leads arrived since the list was read; pressed, it shows them. */
export function NewLeads({ count, onShow }: { count: number; onShow(): void }) {
  if (count === 0) return null
  return (
    <button type="button" className={classes.arrived} onClick={onShow}>
      <IconArrowUp size={14} stroke={1.8} aria-hidden />
      {count} new {count === 1 ? 'lead' : 'leads'}
    </button>
  )
}
