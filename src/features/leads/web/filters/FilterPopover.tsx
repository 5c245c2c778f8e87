import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import type { FilterField } from '../rules/filters.ts'
import { FilterEditor } from './FilterEditor.tsx'

interface FilterPopoverProps {
  field: FilterField
  text: string | undefined
  isOpen: boolean
  onClose(): void
  onChange(text: string | undefined): void
  children: ReactElement
}

/** Where a filter is set, under its chip. */
export function FilterPopover({ field, text, isOpen, onClose, onChange, children }: FilterPopoverProps) {
  return (
    <Popover
      opened={isOpen}
      onChange={open => !open && onClose()}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      // The chip is two buttons; roles are for one.
      withRoles={false}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={0} role="dialog" data-filter-editor aria-label={`Filter by ${field.label.toLowerCase()}`}>
        <FilterEditor field={field} text={text} onChange={onChange} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
