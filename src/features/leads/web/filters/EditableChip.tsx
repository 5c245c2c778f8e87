import { FilterChip } from '../../../../platform/ui/pieces.tsx'
import type { FilterField } from '../rules/filters.ts'
import classes from './FilterBar.module.css'
import { FilterPopover } from './FilterPopover.tsx'
import { useFilterTexts } from './useFilterOptions.ts'

interface EditableChipProps {
  field: FilterField
  text: string | undefined
  isOpen: boolean
  onOpen(): void
  onClose(): void
  onChange(text: string | undefined): void
  onRemove(): void
}

/** A filter that is set, in words; pressed, it opens where it is changed. */
export function EditableChip({ field, text, isOpen, onOpen, onClose, onChange, onRemove }: EditableChipProps) {
  const words = useFilterTexts(field, text)
  return (
    <FilterPopover field={field} text={text} isOpen={isOpen} onClose={onClose} onChange={onChange}>
      <span className={classes.anchor} data-filter={field.key}>
        <FilterChip name={field.label} value={words || 'any'} onOpen={isOpen ? onClose : onOpen} onRemove={onRemove} />
      </span>
    </FilterPopover>
  )
}
