import { Menu } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import type { LeadList } from '../../contract/filters.ts'
import classes from './ColumnsMenu.module.css'
import { columnsThatFit, isSwitchedOn, leadColumns, type Switched } from './LeadColumns.tsx'

interface ColumnsMenuProps {
  list: LeadList
  switched: Switched
  onSwitch(id: string, on: boolean): void
  /** The button; it has the focus again once the menu is closed. */
  children: ReactElement
}

/** The room that the columns of the list have now. */
const roomOfList = (): number => document.querySelector('[data-leads-grid]')?.clientWidth ?? innerWidth

/**
 * Chooses the columns. The name stays. Ticked is what shows; a column for which the window has no room says so. The menu
 * is made by the first press and opens at once.
 */
export function ColumnsMenu({ list, switched, onSwitch, children }: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const shown = columnsThatFit(roomOfList(), switched, list)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {leadColumns
          .filter(column => column.id !== 'name')
          .map(column => {
            const isWanted = isSwitchedOn(column, switched, list)
            const isShown = shown.includes(column)
            return (
              <Menu.CheckboxItem
                key={column.id}
                checked={isShown}
                rightSection={isWanted && !isShown && <span className={classes.noRoom}>No room</span>}
                onChange={() => onSwitch(column.id, !isShown)}
              >
                {column.title}
              </Menu.CheckboxItem>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
