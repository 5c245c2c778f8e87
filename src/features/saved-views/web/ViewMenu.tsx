import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronDown,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { SavedView } from '../contract.ts'
import { sharingText } from './rules/text.ts'
import type { ViewActions } from './useViewActions.ts'
import classes from './Views.module.css'

interface ViewMenuProps {
  view: SavedView
  actions: ViewActions
  onEdit(): void
  /** Whether the views stand below each other. */
  isColumn?: boolean
}

/** What can be done with the open view. */
export function ViewMenu(props: ViewMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon size="xs" className={classes.menu} aria-label={`Options of ${props.view.name}`}>
          <IconChevronDown size={13} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ViewItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same as entries of another menu. */
export function ViewItems({ view, actions, onEdit, isColumn = false }: ViewMenuProps) {
  const Back = isColumn ? IconArrowUp : IconArrowLeft
  const Forth = isColumn ? IconArrowDown : IconArrowRight
  return (
    <>
      <Menu.Label>{sharingText(view)}</Menu.Label>
      {view.may_change && (
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={onEdit}>
          Rename or share
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Back size={15} stroke={1.6} />}
        onClick={() => actions.move(view, -1)}
        closeMenuOnClick={false}
      >
        {isColumn ? 'Move up' : 'Move to the left'}
      </Menu.Item>
      <Menu.Item
        leftSection={<Forth size={15} stroke={1.6} />}
        onClick={() => actions.move(view, 1)}
        closeMenuOnClick={false}
      >
        {isColumn ? 'Move down' : 'Move to the right'}
      </Menu.Item>
      {(view.may_change || view.is_own) && (
        <Menu.Item leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => actions.remove(view)}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
