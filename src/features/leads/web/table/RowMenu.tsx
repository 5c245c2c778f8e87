import { Menu } from '@mantine/core'
import { IconCopy, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { notify } from '../../../../platform/web/page/notices.ts'
import type { LeadList } from '../../contract/filters.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadPath } from '../../rules.ts'
import type { LeadActions } from '../client/useLeadActions.ts'
import { useRemoveLead } from '../page/useRemoveLead.ts'
import { useExtensions } from '../useExtensions.ts'

interface RowMenuProps {
  lead: LeadRow
  list: LeadList
  mayOpen: boolean
  actions: LeadActions
  onOpened(open: boolean): void
  children: ReactElement
}

/** What else can be done with a lead of the list: the open menu under its button. */
export function RowMenu({ lead, list, mayOpen, actions, onOpened, children }: RowMenuProps) {
  const { rowActions } = useExtensions()
  const remove = useRemoveLead()
  const copy = () => {
    void navigator.clipboard?.writeText(new URL(leadPath(lead), location.href).href)
    notify('Link copied.')
  }
  return (
    <Menu opened onChange={onOpened} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {mayOpen && (
          <Menu.Item
            leftSection={<IconExternalLink size={15} stroke={1.6} />}
            component="a"
            href={leadPath(lead)}
            target="_blank"
          >
            Open in a new tab
          </Menu.Item>
        )}
        {mayOpen && (
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => actions.edit(lead)}>
            Edit
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={copy}>
          Copy link
        </Menu.Item>
        {rowActions.map(({ id, Items }) => (
          <Items key={id} lead={lead} list={list} onDone={actions.refresh} />
        ))}
        {lead.personal && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => void remove(lead)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
