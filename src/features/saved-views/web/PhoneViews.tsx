import { Menu, Popover } from '@mantine/core'
import { IconArrowBackUp, IconBookmark, IconCheck, IconDeviceFloppy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { SavedView } from '../contract.ts'
import { EditView } from './EditView.tsx'
import { leftOutText, viewCountText } from './rules/text.ts'
import type { ViewActions } from './useViewActions.ts'
import { ViewItems } from './ViewMenu.tsx'
import classes from './Views.module.css'

interface PhoneViewsProps {
  views: readonly SavedView[]
  open: SavedView | null
  isChanged: boolean
  columns: readonly string[]
  actions: ViewActions
  /** The way to save what is shown. */
  children: ReactNode
}

/** On phones all views are behind one button that says which one is open. */
export function PhoneViews({ views, open, isChanged, columns, actions, children }: PhoneViewsProps) {
  const [isEditing, setEditing] = useState(false)
  return (
    <nav aria-label="Saved views" className={classes.views}>
      {children}
      {views.length > 0 && (
        <Popover opened={isEditing && open !== null} onChange={setEditing} trapFocus returnFocus withRoles={false}>
          <Popover.Target>
            <span className={classes.entry} data-open={open !== null || undefined}>
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <button type="button" className={classes.view} aria-label={open ? `Views: ${open.name}` : 'Views'}>
                    <IconBookmark size={16} stroke={1.6} aria-hidden />
                    <span className={classes.name}>{open?.name ?? 'Views'}</span>
                    {isChanged && <span className={classes.changedDot} role="img" aria-label="changed" />}
                  </button>
                </Menu.Target>
                <Menu.Dropdown className={classes.list}>
                  {views.map(view => (
                    <PhoneView key={view.id} view={view} isOpen={view === open} onOpen={actions.open} />
                  ))}
                  {open && <Menu.Divider />}
                  {open && isChanged && <ChangedItems view={open} actions={actions} />}
                  {open && <ViewItems view={open} actions={actions} onEdit={() => setEditing(true)} isColumn />}
                </Menu.Dropdown>
              </Menu>
            </span>
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label="Rename or share">
            {open && <EditView columns={columns} view={open} onDone={() => setEditing(false)} />}
          </Popover.Dropdown>
        </Popover>
      )}
    </nav>
  )
}

interface PhoneViewProps {
  view: SavedView
  isOpen: boolean
  onOpen(view: SavedView): void
}

function PhoneView({ view, isOpen, onOpen }: PhoneViewProps) {
  const missing = leftOutText(view.left_out)
  return (
    <Menu.Item
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(view)}
      leftSection={isOpen ? <IconCheck size={15} stroke={1.8} /> : <IconBookmark size={15} stroke={1.6} />}
      rightSection={<span className={classes.count}>{viewCountText(view.count)}</span>}
    >
      <span className={classes.listName}>{view.name}</span>
      {missing && <span className={classes.missing}>{missing}</span>}
    </Menu.Item>
  )
}

function ChangedItems({ view, actions }: { view: SavedView; actions: ViewActions }) {
  return (
    <>
      {view.may_change && (
        <Menu.Item leftSection={<IconDeviceFloppy size={15} stroke={1.6} />} onClick={() => actions.keep(view)}>
          Save the changes
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconArrowBackUp size={15} stroke={1.6} />} onClick={() => actions.open(view)}>
        Revert
      </Menu.Item>
    </>
  )
}
