import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { LeadDial } from '../../../../platform/ui/marks/Dial.tsx'
import { leadStatuses } from '../../rules.ts'

/** The statuses to choose from, each with its dial. */
export function StatusItems({ value, onChange }: { value: number | null; onChange(value: number): void }) {
  return leadStatuses.map(status => (
    <Menu.Item
      key={status.value}
      leftSection={<LeadDial status={status.value} />}
      aria-current={status.value === value}
      fw={status.value === value ? 500 : 400}
      onClick={() => onChange(status.value)}
    >
      {status.label}
    </Menu.Item>
  ))
}

interface StatusMenuProps {
  value: number
  onChange(value: number): void
  onOpened(open: boolean): void
  children: ReactElement
}

/** The open list of statuses under its button. */
export function StatusMenu({ value, onChange, onOpened, children }: StatusMenuProps) {
  return (
    <Menu opened onChange={onOpened} position="bottom-start" offset={2} withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <StatusItems value={value} onChange={onChange} />
      </Menu.Dropdown>
    </Menu>
  )
}
