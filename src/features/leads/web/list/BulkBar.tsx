import { IconTrash } from '@tabler/icons-react'
import { ActionBar } from '../../../../platform/ui/ActionBar.tsx'
import type { BulkActionProps, ChosenLeads } from '../extensions.ts'
import { StatusMenu } from '../page/StatusMenu.tsx'
import { LeadDial } from '../pieces/LeadDial.tsx'
import { useExtensions } from '../useExtensions.ts'
import { type StatusActionProps, useChangeStatuses, useRemoveLeads } from './useBulkActions.ts'

interface BulkBarProps {
  chosen: ChosenLeads
  /** How many leads the list holds. */
  total: { total: number; text: string }
  isChoosingAll: boolean
  onChooseAll(): void
  onClear(): void
  /** Hides the chosen rows while an act is under way; the function that comes back shows them again. */
  onHide(action: string): () => void
  onDone(action: string): void
}

/** What can be done with the chosen leads. It is there once one is chosen. */
export function BulkBar({ chosen, total, onHide, onDone, ...props }: BulkBarProps) {
  const { bulkActions } = useExtensions()
  return (
    <ActionBar
      label="Selected leads"
      size={chosen.size}
      all={
        chosen.size < total.total
          ? { label: `Select all ${total.text}`, isBusy: props.isChoosingAll, run: props.onChooseAll }
          : null
      }
      onClear={props.onClear}
    >
      <StatusAction
        chosen={chosen}
        hideRows={() => onHide('status')}
        onDone={() => onDone('status')}
        onClear={props.onClear}
      />
      {bulkActions.map(({ id, Action }) => (
        <Action key={id} chosen={chosen} hideRows={() => onHide(id)} onDone={() => onDone(id)} />
      ))}
      <DeleteAction chosen={chosen} hideRows={() => onHide('delete')} onDone={() => onDone('delete')} />
    </ActionBar>
  )
}

/** Only personal leads can be deleted: the others among the chosen are skipped, and the answer says so. */
function DeleteAction(props: BulkActionProps) {
  const remove = useRemoveLeads(props)
  if (!props.chosen.rows.some(row => row.personal)) return null
  return (
    <button type="button" onClick={() => void remove()}>
      <IconTrash size={15} stroke={1.6} aria-hidden />
      Delete
    </button>
  )
}

function StatusAction(props: StatusActionProps) {
  const changeStatuses = useChangeStatuses(props)
  return (
    <StatusMenu value={null} position="top-start" onChange={status => void changeStatuses(status)}>
      <button type="button" data-status-of-chosen>
        <LeadDial status={4} />
        Status
      </button>
    </StatusMenu>
  )
}
