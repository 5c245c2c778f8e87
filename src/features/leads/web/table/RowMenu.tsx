import { Menu } from '@mantine/core'
import { IconCopy, IconExternalLink, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { copyText } from '../../../../platform/web/page/notices.ts'
import type { LeadList } from '../../contract/filters.ts'
import type { LeadRow } from '../../contract/record.ts'
import { leadPagePath } from '../../rules.ts'
import { peekAtLead } from '../client/peekList.ts'
import type { LeadActions } from '../client/useLeadActions.ts'
import { useRemoveLead } from '../page/useRemoveLead.ts'
import { useExtensions } from '../useExtensions.ts'
import { loadRowItems, useRowItems } from './useRowItems.ts'

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
  const items = useRowItems(() => loadRowItems(rowActions))
  const remove = useRemoveLead()
  const copy = () => void copyText(new URL(leadPagePath(lead), location.href).href, 'Link copied.')
  if (items === null) return children
  return (
    <Menu opened onChange={onOpened} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {mayOpen && (
          <Menu.Item leftSection={<IconEye size={15} stroke={1.6} />} onClick={() => peekAtLead(lead.id)}>
            Peek
          </Menu.Item>
        )}
        {mayOpen && (
          <Menu.Item
            leftSection={<IconExternalLink size={15} stroke={1.6} />}
            component="a"
            href={leadPagePath(lead)}
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
        {items.map(({ id, Items }) => (
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
