import { Menu } from '@mantine/core'
import { IconCopy, IconLinkOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { copyText } from '../../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../contract/record.ts'
import { refetchLead } from '../client/leads.ts'
import { useLeadNavigation } from '../client/useLeadActions.ts'
import { leadMenuActions, leadsExtensions } from '../extensions.ts'
import { recallLinks } from '../recallLinks.ts'
import { loadRowItems, useRowItems } from '../table/useRowItems.ts'
import { useRemoveLead } from './useRemoveLead.ts'

interface LeadMenuProps {
  lead: LeadRow
  onOpened(isOpen: boolean): void
  children: ReactElement
}

async function loadItems() {
  await leadsExtensions.load()
  return loadRowItems(leadsExtensions.parts().flatMap(({ rowActions = [] }) => rowActions))
}

const icon = { size: 15, stroke: 1.6 } as const

/** What else can be done with a lead on its page: the open menu under its button, with the entries of its row. */
export function LeadMenu({ lead, onOpened, children }: LeadMenuProps) {
  const items = useRowItems(loadItems)
  const { open } = useLeadNavigation()
  const remove = useRemoveLead()
  const copy = () => void copyText(location.href, 'Link copied.')
  if (items === null) return children
  return (
    <Menu opened onChange={onOpened} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => open(lead, { edit: true, instead: true })}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={copy}>
          Copy link
        </Menu.Item>
        {items.map(({ id, Items }) => (
          <Items key={id} lead={lead} list="leads" onDone={() => void refetchLead(lead.id)} />
        ))}
        {leadMenuActions.parts().map(({ id, Items }) => (
          <Items key={id} lead={lead} />
        ))}
        <Menu.Item leftSection={<IconLinkOff {...icon} />} onClick={() => void recallLinks(lead)}>
          Recall links in e-mails
        </Menu.Item>
        {lead.personal && (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove(lead)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
