import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { statusLabel } from '../../rules.ts'
import { LeadDial } from '../pieces/LeadDial.tsx'
import row from '../table/LeadsTable.module.css'
import classes from './LeadStatus.module.css'

const StatusMenu = onDemand(
  async () => (await import('./StatusMenu.tsx')).StatusMenu,
  props => props.children,
)

interface StatusProps {
  value: number
  /** Without the word, where there is no room for it. */
  isBare?: boolean
  onChange(value: number): void
}

/** The status in a row: dial and word; pressed, the list to choose another. The list is made when it is asked for. */
export function RowStatus({ value, isBare = false, onChange }: StatusProps) {
  const [open, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={isBare ? classes.dial : classes.status}
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
      {!isBare && <span className={row.cut}>{statusLabel(value)}</span>}
    </button>
  )
  if (!open) return button
  return (
    <StatusMenu opened value={value} onChange={onChange} onOpened={setOpen}>
      {button}
    </StatusMenu>
  )
}
