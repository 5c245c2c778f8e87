import { Menu } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { LeadDial } from '../../../platform/ui/Dial.tsx'
import { count } from '../../../platform/web/text.ts'
import classes from './BulkBar.module.css'
import type { BulkActProps, ChosenLeads } from './extensions.ts'
import { StatusItems } from './StatusMenu.tsx'
import { type StatusActProps, useChangeStatuses, useRemoveLeads } from './useBulkActs.ts'
import { useExtensions } from './useExtensions.ts'

interface BulkBarProps {
  chosen: ChosenLeads
  /** How many leads the list holds. */
  total: { total: number; text: string }
  isChoosingAll: boolean
  onChooseAll(): void
  onClear(): void
  /** Hides the chosen rows while an act is under way; the function that comes back shows them again. */
  onHide(act: string): () => void
  onDone(act: string): void
}

/** What can be done with the chosen leads. It is there once one is chosen. */
export function BulkBar({ chosen, total, onHide, onDone, ...props }: BulkBarProps) {
  const { bulkActs } = useExtensions()
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label="Selected leads">
        <output className={classes.size}>{count(chosen.size)} selected</output>
        {chosen.size < total.total && (
          <button type="button" className={classes.quiet} disabled={props.isChoosingAll} onClick={props.onChooseAll}>
            Select all {total.text}
          </button>
        )}
        <span className={classes.divider} />
        <div className={classes.acts}>
          <StatusAct
            chosen={chosen}
            hideRows={() => onHide('status')}
            onDone={() => onDone('status')}
            onClear={props.onClear}
          />
          {bulkActs.map(({ id, Act }) => (
            <Act key={id} chosen={chosen} hideRows={() => onHide(id)} onDone={() => onDone(id)} />
          ))}
          <DeleteAct chosen={chosen} hideRows={() => onHide('delete')} onDone={() => onDone('delete')} />
        </div>
        <span className={classes.divider} />
        <button type="button" className={classes.close} aria-label="Clear the selection" onClick={props.onClear}>
          <IconX size={15} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}

/** Only personal leads can be deleted: the others among the chosen are skipped, and the answer says so. */
function DeleteAct(props: BulkActProps) {
  const remove = useRemoveLeads(props)
  if (!props.chosen.rows.some(row => row.personal)) return null
  return (
    <button type="button" onClick={() => void remove()}>
      <IconTrash size={15} stroke={1.6} aria-hidden />
      Delete
    </button>
  )
}

function StatusAct(props: StatusActProps) {
  const changeStatuses = useChangeStatuses(props)
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <button type="button" data-status-of-chosen>
          <LeadDial status={4} />
          Status
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <StatusItems value={null} onChange={status => void changeStatuses(status)} />
      </Menu.Dropdown>
    </Menu>
  )
}
