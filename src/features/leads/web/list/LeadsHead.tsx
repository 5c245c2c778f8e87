import { IconArrowDown } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { LeadSortKey } from '../../contract/filters.ts'
import type { Selection } from '../rules/selection.ts'
import { ariaSort, readSort } from '../rules/sorting.ts'
import type { LeadColumn } from '../table/LeadColumns.tsx'
import classes from '../table/LeadsTable.module.css'

interface LeadsHeadProps {
  columns: readonly LeadColumn[]
  sort: string
  ids: readonly number[]
  selection: Selection
  onSort(key: LeadSortKey): void
}

/** The head of the list: choose what is loaded, and sort by pressing a title. */
export function LeadsHead({ columns, sort, ids, selection, onSort }: LeadsHeadProps) {
  const current = readSort(sort)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons are what has the focus
    <div role="row" className={classes.head} aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the checkbox has the focus */}
      <div role="columnheader" aria-colindex={1} className={`${classes.headCell} ${classes.select}`}>
        <ChooseLoaded ids={ids} selection={selection} />
      </div>
      {columns.map((column, index) => (
        // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
        // biome-ignore lint/a11y/useFocusableInteractive: the button has the focus
        <div
          key={column.id}
          role="columnheader"
          aria-colindex={index + 2}
          aria-sort={ariaSort(sort, column.sort)}
          className={`${classes.headCell} ${column.end ? classes.headEnd : ''} ${column.indent ? classes.indent : ''}`}
        >
          <HeadTitle
            column={column}
            isSorted={column.sort === current.key}
            isUp={!current.descending}
            onSort={onSort}
          />
        </div>
      ))}
    </div>
  )
}

interface HeadTitleProps {
  column: LeadColumn
  isSorted: boolean
  isUp: boolean
  onSort(key: LeadSortKey): void
}

function HeadTitle({ column: { sort, title }, isSorted, isUp, onSort }: HeadTitleProps) {
  if (!sort) return title
  return (
    <button type="button" className={classes.sort} data-sorted={isSorted ? '' : undefined} onClick={() => onSort(sort)}>
      {title}
      {isSorted && (
        <IconArrowDown size={13} stroke={1.8} className={classes.arrow} data-up={isUp ? '' : undefined} aria-hidden />
      )}
    </button>
  )
}

function ChooseLoaded({ ids, selection }: { ids: readonly number[]; selection: Selection }) {
  useSyncExternalStore(selection.subscribe, selection.version)
  const chosen = selection.size()
  const all = ids.length > 0 && (selection.entire() !== null || (chosen >= ids.length && ids.every(selection.has)))
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={all ? 'Unselect all loaded leads' : 'Select all loaded leads'}
      checked={all}
      ref={box => {
        if (box) box.indeterminate = chosen > 0 && !all
      }}
      onChange={() => (all ? selection.clear() : selection.setMany(ids, true))}
    />
  )
}
