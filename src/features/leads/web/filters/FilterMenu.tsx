import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import type { FilterField, FilterKey } from '../rules/filters.ts'

interface FilterMenuProps {
  fields: readonly FilterField[]
  onAdd(key: FilterKey): void
  onOpened(open: boolean): void
  children: ReactElement
}

/** The filters that can be added: the open menu under its chip. */
export function FilterMenu({ fields, onAdd, onOpened, children }: FilterMenuProps) {
  return (
    <Menu opened onChange={onOpened} position="bottom-start" withinPortal returnFocus={false} menuItemTabIndex={0}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={440} style={{ overflowY: 'auto' }}>
        {fields.map(field => (
          <Menu.Item key={field.key} onClick={() => onAdd(field.key)}>
            {field.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
