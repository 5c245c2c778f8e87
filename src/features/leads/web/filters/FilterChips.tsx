import { type RefObject, useRef, useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { AddChip, FilterChip } from '../../../../platform/ui/pieces.tsx'
import { type FilterField, type FilterKey, type FilterState, isFiltered } from '../rules/filters.ts'
import classes from './FilterBar.module.css'

const FilterMenu = onDemand(
  async () => (await import('./FilterMenu.tsx')).FilterMenu,
  props => props.children,
)
const EditableChip = onDemand(
  async () => (await import('./EditableChip.tsx')).EditableChip,
  ({ field, onRemove }) => <FilterChip name={field.label} value="…" onRemove={onRemove} />,
)

interface FilterChipsProps {
  filters: FilterState
  /** The filters that are offered. */
  fields: readonly FilterField[]
  onChange(filters: FilterState): void
  /** What the button that adds one says; "Filter" otherwise. */
  addLabel?: string
}

/** The filters that are set, each as a chip that opens where it is changed, and the button that adds one. */
export function FilterChips({ filters, fields, onChange, addLabel = 'Filter' }: FilterChipsProps) {
  const set = (key: FilterKey, text: string | undefined) => {
    const { [key]: _, ...others } = filters
    onChange(text === undefined ? others : { ...others, [key]: text })
  }
  // The chip that was just added has nothing chosen yet, and goes again when it stays so.
  const [adding, setAdding] = useState<FilterKey | null>(null)
  const [editing, setEditing] = useState<FilterKey | null>(null)
  const shown = fields.filter(field => filters[field.key] || field.key === adding)
  const chips = useRef<HTMLSpanElement>(null)
  const close = (key: FilterKey) => {
    setEditing(null)
    setAdding(null)
    keepFocus(chips, key)
  }
  return (
    <span ref={chips} className={classes.set}>
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
        label={addLabel}
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
            keepFocus(chips, null)
          }}
        >
          Clear
        </button>
      )}
    </span>
  )
}

/** Somebody who works without a mouse goes on where they were: at the chip, or at "+ Filter" once the chip is gone. */
function keepFocus(chips: RefObject<HTMLElement | null>, key: FilterKey | null): void {
  setTimeout(() => {
    const { activeElement } = document
    const isLost = !activeElement || activeElement === document.body || activeElement.closest('[data-filter-editor]')
    if (!isLost) return
    const chip = key && chips.current?.querySelector<HTMLElement>(`[data-filter="${key}"] button`)
    ;(chip ?? chips.current?.querySelector<HTMLElement>('[data-add-filter]'))?.focus()
  })
}

interface AddFilterProps {
  label: string
  fields: readonly FilterField[]
  onAdd(key: FilterKey): void
}

function AddFilter({ label, fields, onAdd }: AddFilterProps) {
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
      {label}
    </AddChip>
  )
  if (!open) return chip
  return (
    <FilterMenu fields={fields} onAdd={onAdd} onOpened={setOpen}>
      {chip}
    </FilterMenu>
  )
}
