import { Menu } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { leadColumns } from './LeadColumns.tsx'
import type { Switched } from './useSwitchedColumns.ts'

interface ColumnsMenuProps {
  switched: Switched
  onSwitch(id: string, on: boolean): void
  /** The button; it has the focus again once the menu is closed. */
  children: ReactElement
}

/** Chooses the columns. The name stays. It is made by the first press and opens at once. */
export function ColumnsMenu({ switched, onSwitch, children }: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {leadColumns
          .filter(column => column.id !== 'name')
          .map(column => {
            const on = switched[column.id] ?? !column.hidden
            return (
              <Menu.CheckboxItem key={column.id} checked={on} onChange={() => onSwitch(column.id, !on)}>
                {column.title}
              </Menu.CheckboxItem>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
