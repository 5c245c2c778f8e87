import { Menu } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { LeadDial } from '../../../platform/ui/Dial.tsx'
import { count } from '../../../platform/web/text.ts'
import classes from './BulkBar.module.css'
import type { Selection } from './rules/selection.ts'
import { StatusItems } from './StatusMenu.tsx'

interface BulkBarProps {
  selection: Selection
  total: { total: number; text: string }
  isChoosingAll: boolean
  onChooseAll(): void
  onStatus(value: number): void
}

/** What can be done with the chosen leads. It is there once one is chosen. */
export function BulkBar({ selection, total, isChoosingAll, onChooseAll, onStatus }: BulkBarProps) {
  useSyncExternalStore(selection.subscribe, selection.version)
  const size = selection.size()
  if (size === 0) return null
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label="Selected leads">
        <output className={classes.size}>{count(size)} selected</output>
        {size < total.total && (
          <button type="button" className={classes.quiet} disabled={isChoosingAll} onClick={onChooseAll}>
            Select all {total.text}
          </button>
        )}
        <span className={classes.divider} />
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <button type="button" className={classes.act}>
              <LeadDial status={4} />
              Status
            </button>
          </Menu.Target>
          <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
            <StatusItems value={null} onChange={onStatus} />
          </Menu.Dropdown>
        </Menu>
        <span className={classes.divider} />
        <button type="button" className={classes.close} aria-label="Clear the selection" onClick={selection.clear}>
          <IconX size={15} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}
