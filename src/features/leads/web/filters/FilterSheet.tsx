import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { SearchBox } from '../list/SearchBox.tsx'
import { type FilterField, type FilterKey, filterFields, isFiltered } from '../rules/filters.ts'
import type { FilterBarProps } from './FilterBar.tsx'
import { FilterEditor } from './FilterEditor.tsx'
import classes from './FilterSheet.module.css'
import { useFilterTexts } from './useFilterOptions.ts'

type FilterSheetProps = Pick<
  FilterBarProps,
  'filters' | 'search' | 'withoutAgent' | 'counts' | 'onChange' | 'onSearch'
> & {
  onDone(): void
}

/** The filters of narrow windows, each a line that opens in its place; how many leads that leaves stands at the thumb. */
export function FilterSheet(props: FilterSheetProps) {
  const { filters, search, withoutAgent, counts, onChange, onSearch, onDone } = props
  const [open, setOpen] = useState<FilterKey | null>(null)
  const set = (key: FilterKey, text: string | undefined) => {
    const { [key]: _, ...others } = filters
    onChange(text === undefined ? others : { ...others, [key]: text })
  }
  return (
    <search className={classes.sheet} aria-label="Filters">
      <div className={classes.find}>
        <SearchBox search={search} onSearch={onSearch} />
      </div>
      <ul className={classes.lines}>
        {filterFields.map(field =>
          withoutAgent && field.key === 'agent' ? null : (
            <FilterLine
              key={field.key}
              field={field}
              text={filters[field.key]}
              isOpen={open === field.key}
              onOpen={isOpen => setOpen(isOpen ? field.key : null)}
              onChange={text => set(field.key, text)}
            />
          ),
        )}
      </ul>
      <footer className={classes.foot}>
        <Button size="lg" variant="default" disabled={!isFiltered(filters)} onClick={() => onChange({})}>
          Clear
        </Button>
        <Button size="lg" onClick={onDone}>
          Show {counts.leads} {counts.leads === '1' ? 'lead' : 'leads'}
        </Button>
      </footer>
    </search>
  )
}

interface FilterLineProps {
  field: FilterField
  text: string | undefined
  isOpen: boolean
  onOpen(isOpen: boolean): void
  onChange(text: string | undefined): void
}

function FilterLine({ field, text, isOpen, onOpen, onChange }: FilterLineProps) {
  const words = useFilterTexts(field, text)
  const editor = useId()
  return (
    <li>
      <button
        type="button"
        className={classes.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? editor : undefined}
        onClick={() => onOpen(!isOpen)}
      >
        <span>{field.label}</span>
        <span className={classes.value} data-set={text ? '' : undefined}>
          {text ? words : 'Any'}
        </span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden />
      </button>
      {isOpen && (
        <div id={editor} className={classes.editor}>
          <FilterEditor field={field} text={text} onChange={onChange} onDone={() => onOpen(false)} />
        </div>
      )}
    </li>
  )
}
