import { Menu } from '@mantine/core'
import { IconArrowsSort, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import type { LeadSortKey } from '../../contract/filters.ts'
import { filterKeys } from '../rules/filters.ts'
import { readSort } from '../rules/sorting.ts'
import { leadColumns } from '../table/LeadColumns.tsx'
import classes from './FilterBar.module.css'
import { type FilterBarProps, NewLeads } from './FilterBar.tsx'

const FilterSheet = onDemand(async () => (await import('./FilterSheet.tsx')).FilterSheet)

interface PhoneFilterBarProps extends FilterBarProps {
  sort: string
  onSort(key: LeadSortKey): void
}

/** The filters of narrow windows: one chip with their number, the sheet behind it, and the order. */
export function PhoneFilterBar({ sort, onSort, ...props }: PhoneFilterBarProps) {
  const [open, setOpen] = useState(false)
  const set = filterKeys.filter(key => props.filters[key]).length + (props.search ? 1 : 0)
  const { key, descending } = readSort(sort)
  const sorted = leadColumns.find(column => column.sort === key)
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.filtersChip}
        data-on={set > 0 ? '' : undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconFilter size={15} stroke={1.6} aria-hidden />
        {set === 0 ? 'Filter and find' : `${set} ${set === 1 ? 'filter' : 'filters'}`}
      </button>
      <NewLeads count={props.newLeads} onShow={props.onShowNew} />
      {props.beside}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <button type="button" className={classes.order}>
            <IconArrowsSort size={15} stroke={1.6} aria-hidden />
            {sorted?.title ?? 'Order'}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {leadColumns.map(
            column =>
              column.sort && (
                <Menu.Item
                  key={column.id}
                  onClick={() => column.sort && onSort(column.sort)}
                  aria-current={column === sorted}
                >
                  {column.title}
                  {column === sorted && (descending ? ' ↓' : ' ↑')}
                </Menu.Item>
              ),
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={open} onClose={() => setOpen(false)} title="Filter and find" fullScreen>
        <FilterSheet {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}
