import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { AddChip, FilterChip } from '../../../../platform/ui/pieces.tsx'
import { SearchBox } from '../list/SearchBox.tsx'
import { type FilterField, type FilterKey, type FilterState, filterFields, isFiltered } from '../rules/filters.ts'
import classes from './FilterBar.module.css'

const FilterMenu = onDemand(
  async () => (await import('./FilterMenu.tsx')).FilterMenu,
  props => props.children,
)
const EditableChip = onDemand(
  async () => (await import('./EditableChip.tsx')).EditableChip,
  ({ field, onRemove }) => <FilterChip name={field.label} value="…" onRemove={onRemove} />,
)

export interface FilterBarProps {
  filters: FilterState
  search: string
  /** Filters that make no sense for this person or list are not offered. */
  withoutAgent: boolean
  newLeads: number
  counts: { leads: string; subscribed: string; isWhole: boolean }
  onChange(filters: FilterState): void
  onSearch(text: string): void
  onShowNew(): void
  /** Inside the sheet of narrow windows only the chips are needed. */
  inSheet?: boolean
}

/** What the list is narrowed to, how many that leaves, and what arrived meanwhile. */
export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, counts, newLeads } = props
  const set = (key: FilterKey, text: string | undefined) => {
    const { [key]: _, ...others } = filters
    onChange(text === undefined ? others : { ...others, [key]: text })
  }
  const fields = filterFields.filter(field => !(props.withoutAgent && field.key === 'agent'))
  // The chip that was just added has nothing chosen yet, and goes again when it stays so.
  const [adding, setAdding] = useState<FilterKey | null>(null)
  const [editing, setEditing] = useState<FilterKey | null>(null)
  const shown = fields.filter(field => filters[field.key] || field.key === adding)
  const bar = useRef<HTMLElement>(null)
  const close = (key: FilterKey) => {
    setEditing(null)
    setAdding(null)
    keepFocus(bar, key)
  }
  return (
    <search ref={bar} className={classes.bar} aria-label="Filters" data-sheet={props.inSheet ? '' : undefined}>
      <div className={classes.chips}>
        <SearchBox search={props.search} onSearch={props.onSearch} />
        {shown.map(field => (
          <EditableChip
            key={field.key}
            field={field}
            text={filters[field.key]}
            isOpen={editing === field.key}
            onOpen={() => setEditing(field.key)}
            onClose={() => close(field.key)}
            onChange={text => {
              setAdding(field.key)
              set(field.key, text)
            }}
            onRemove={() => {
              close(field.key)
              set(field.key, undefined)
            }}
          />
        ))}
        <AddFilter
          fields={fields.filter(field => !shown.includes(field))}
          onAdd={key => {
            setAdding(key)
            setEditing(key)
          }}
        />
        {isFiltered(filters) && (
          <button
            type="button"
            className={classes.clear}
            onClick={() => {
              onChange({})
              keepFocus(bar, null)
            }}
          >
            Clear
          </button>
        )}
      </div>
      {!props.inSheet && (
        <div className={classes.end}>
          <NewLeads count={newLeads} onShow={props.onShowNew} />
          <output className={classes.counts} aria-live="polite">
            {counts.isWhole && (
              <span>
                <b>{counts.leads}</b> leads
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
      )}
    </search>
  )
}

/** Somebody who works without a mouse goes on where they were: at the chip, or at "+ Filter" once the chip is gone. */
function keepFocus(bar: RefObject<HTMLElement | null>, key: FilterKey | null): void {
  setTimeout(() => {
    const { activeElement } = document
    const isLost = !activeElement || activeElement === document.body || activeElement.closest('[data-filter-editor]')
    if (!isLost) return
    const chip = key && bar.current?.querySelector<HTMLElement>(`[data-filter="${key}"] button`)
    ;(chip ?? bar.current?.querySelector<HTMLElement>('[data-add-filter]'))?.focus()
  })
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

function AddFilter({ fields, onAdd }: { fields: readonly FilterField[]; onAdd(key: FilterKey): void }) {
  const [open, setOpen] = useState(false)
  // The open menu puts a button of its own in this one's place; afterwards the focus comes back to this one.
  const [wasOpen, setWasOpen] = useState(false)
  if (fields.length === 0) return null
  const press = () => {
    setOpen(true)
    setWasOpen(true)
  }
  const chip = (
    <AddChip aria-haspopup="menu" data-add-filter autoFocus={wasOpen} {...(open ? {} : { onClick: press })}>
      Filter
    </AddChip>
  )
  if (!open) return chip
  return (
    <FilterMenu fields={fields} onAdd={onAdd} onOpened={setOpen}>
      {chip}
    </FilterMenu>
  )
}
