import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'

interface EntryMenuProps {
  label: string
  className?: string | undefined
  onEdit(): void
  onDelete(): void
}

/** What its author can do with an entry that somebody wrote: edit and delete. */
export function EntryMenu({ label, className, onEdit, onDelete }: EntryMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon className={className ?? ''} size="sm" aria-label={label}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
