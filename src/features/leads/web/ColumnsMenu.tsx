import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { storage } from '../../../platform/web/storage.ts'
import { leadColumns } from './LeadColumns.tsx'

const KEY = 'leads-columns'

/** Columns that the person switched on or off, kept in this browser. */
export type Switched = Readonly<Record<string, boolean>>

function readSwitched(): Switched {
  const kept = storage.read(KEY)
  return typeof kept === 'object' && kept !== null ? (kept as Switched) : {}
}

/** What the person switched, and how to switch. */
export function useSwitchedColumns(): [Switched, (id: string, on: boolean) => void] {
  const [switched, setSwitched] = useState(readSwitched)
  return [
    switched,
    (id, on) => {
      const next = { ...switched, [id]: on }
      setSwitched(next)
      storage.write(KEY, next)
    },
  ]
}

/** Chooses the columns. The name stays. */
export function ColumnsMenu({ switched, onSwitch }: { switched: Switched; onSwitch(id: string, on: boolean): void }) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconAdjustmentsHorizontal size={15} stroke={1.6} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {leadColumns
          .filter(column => column.id !== 'name')
          .map(column => {
            const on = switched[column.id] ?? !column.hidden
            return (
              <Menu.Item
                key={column.id}
                role="menuitemcheckbox"
                aria-checked={on}
                rightSection={on ? <IconCheck size={14} stroke={1.8} /> : null}
                onClick={() => onSwitch(column.id, !on)}
              >
                {column.title}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
