import { Popover, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconBookmark } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { SavedView } from '../contract.ts'
import { EditView } from './EditView.tsx'
import { leftOutText, viewCountText } from './rules/text.ts'
import type { ViewActions } from './useViewActions.ts'
import { ViewMenu } from './ViewMenu.tsx'
import classes from './Views.module.css'

interface ViewEntryProps {
  view: SavedView
  isOpen: boolean
  /** The columns that the list shows. */
  columns: readonly string[]
  actions: ViewActions
}

/** One view in the strip: its name and count; the open one has a menu of its own. */
export function ViewEntry({ view, isOpen, columns, actions }: ViewEntryProps) {
  const [isEditing, setEditing] = useState(false)
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!event.shiftKey || by === 0) return
    event.preventDefault()
    actions.move(view, by)
  }
  return (
    <Popover opened={isEditing} onChange={setEditing} position="bottom-start" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span className={classes.entry} data-open={isOpen || undefined}>
          <button
            type="button"
            className={classes.view}
            aria-current={isOpen ? 'true' : undefined}
            aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
            title={view.name}
            onClick={() => actions.open(view)}
            onKeyDown={move}
          >
            <IconBookmark size={14} stroke={1.6} aria-hidden />
            <span className={classes.name}>{view.name}</span>
            <span className={classes.count}>{viewCountText(view.count)}</span>
          </button>
          {isOpen && <LeftOut view={view} />}
          {isOpen && <ViewMenu view={view} actions={actions} onEdit={() => setEditing(true)} />}
        </span>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Rename or share ${view.name}`} role="dialog">
        <EditView view={view} columns={columns} onDone={() => setEditing(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Says that a part of the view no longer exists. */
function LeftOut({ view }: { view: SavedView }) {
  const text = leftOutText(view.left_out)
  if (text === '') return null
  return (
    <Tooltip label={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its words are read by keyboard, too */}
      <span className={classes.leftOut} role="img" aria-label={text} tabIndex={0}>
        <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
      </span>
    </Tooltip>
  )
}
