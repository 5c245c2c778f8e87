import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { memo, useState, useSyncExternalStore } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import type { LeadRow } from '../../contract/record.ts'
import type { LeadActions } from '../client/useLeadActions.ts'
import { ContactLinks } from '../page/ContactLinks.tsx'
import type { Selection } from '../rules/selection.ts'
import { leadName } from '../rules/wording.ts'
import type { CellContext, LeadColumn } from './LeadColumns.tsx'
import classes from './LeadsTable.module.css'

const RowMenu = onDemand(
  async () => (await import('./RowMenu.tsx')).RowMenu,
  props => props.children,
)

const LeadDetails = onDemand(async () => (await import('../page/LeadDetails.tsx')).LeadDetails)

export interface LeadLineProps {
  lead: LeadRow
  columns: readonly LeadColumn[]
  place: number
  top: number
  selection: Selection
  isCursor: boolean
  isWaiting: boolean
  context: CellContext
  actions: LeadActions
  /** `undefined` where rows do not unfold. */
  isUnfolded?: boolean | undefined
  onUnfold(id: number | null): void
}

/** Whether a lead is chosen; draws its own row again, and no other. */
export const useIsChosen = (selection: Selection, id: number): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id))

/** One lead as a row of 34 pixels. */
export const LeadLine = memo(function LeadLine(props: LeadLineProps) {
  const { lead, columns, place, top, selection, isCursor, isWaiting, context, actions } = props
  const chosen = useIsChosen(selection, lead.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and points here
    <div
      role="row"
      id={`lead-row-${lead.id}`}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={place}
      aria-selected={chosen}
      data-row={lead.id}
      data-cursor={isCursor ? '' : undefined}
      data-waiting={isWaiting ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see LeadsTable */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable */}
      <div role="gridcell" className={`${classes.cell} ${classes.select}`} data-choose>
        <input
          type="checkbox"
          className={classes.box}
          tabIndex={-1}
          aria-label={`Select ${leadName(lead)}`}
          checked={chosen}
          readOnly
        />
        <span className={classes.boxArea} />
      </div>
      {columns.map(column => (
        // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
        // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
        <div
          key={column.id}
          role="gridcell"
          className={`${classes.cell} ${column.end ? classes.cellEnd : ''} ${column.indent ? classes.indent : ''}`}
        >
          {column.cell(lead, context)}
        </div>
      ))}
      {props.isUnfolded !== undefined && (
        <UnfoldButton lead={lead} isUnfolded={props.isUnfolded} onUnfold={props.onUnfold} />
      )}
      {props.isUnfolded && <LeadDetails lead={lead} context={context} />}
      <RowActions lead={lead} context={context} actions={actions} />
    </div>
  )
})

function UnfoldButton({
  lead,
  isUnfolded,
  onUnfold,
}: {
  lead: LeadRow
  isUnfolded: boolean
  onUnfold(id: number | null): void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell" className={classes.unfold}>
      <button
        type="button"
        className={classes.action}
        tabIndex={-1}
        aria-expanded={isUnfolded}
        aria-label={`${isUnfolded ? 'Less' : 'More'} about ${leadName(lead)}`}
        onClick={() => onUnfold(isUnfolded ? null : lead.id)}
      >
        <IconChevronDown size={14} stroke={1.6} className={classes.arrow} data-up={isUnfolded ? '' : undefined} />
      </button>
    </div>
  )
}

function RowActions({ lead, context, actions }: Pick<LeadLineProps, 'lead' | 'context' | 'actions'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell" className={classes.actions}>
      <span className={classes.pill}>
        <ContactLinks lead={lead} className={classes.action} />
        <RowMenuButton lead={lead} context={context} actions={actions} className={classes.action} />
      </span>
    </div>
  )
}

interface RowMenuButtonProps extends Pick<LeadLineProps, 'lead' | 'context' | 'actions'> {
  className: string | undefined
}

/** What else can be done with a lead. A menu for each of forty rows would cost more than the rows: it is made when asked for. */
export function RowMenuButton({ lead, context, actions, className }: RowMenuButtonProps) {
  const [open, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={`More for ${leadName(lead)}`}
      onClick={event => {
        event.stopPropagation()
        setOpen(true)
      }}
    >
      <IconDots size={15} stroke={1.6} />
    </button>
  )
  if (!open) return button
  return (
    <RowMenu lead={lead} list={context.list} mayOpen={context.mayOpen} actions={actions} onOpened={setOpen}>
      {button}
    </RowMenu>
  )
}
