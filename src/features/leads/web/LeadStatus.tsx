import { Menu } from '@mantine/core'
import { useState } from 'react'
import { LeadDial } from '../../../platform/ui/Dial.tsx'
import { leadStatuses, statusLabel } from '../rules.ts'
import classes from './LeadsTable.module.css'

interface StatusProps {
  value: number
  onChange(value: number): void
}

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

/** The status in a row: dial and word; pressed, the list to choose another. The list is made when it is asked for. */
export function RowStatus({ value, onChange }: StatusProps) {
  const [open, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={classes.status}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={`Status: ${statusLabel(value)}. Change`}
      data-status-of-row
      onClick={event => {
        event.stopPropagation()
        setOpen(true)
      }}
    >
      <LeadDial status={value} />
      <span className={classes.cut}>{statusLabel(value)}</span>
    </button>
  )
  if (!open) return button
  return (
    <Menu opened onChange={setOpen} position="bottom-start" offset={2} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <StatusItems value={value} onChange={onChange} />
      </Menu.Dropdown>
    </Menu>
  )
}
