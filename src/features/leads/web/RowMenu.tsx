import { Menu } from '@mantine/core'
import { IconCopy, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { cloneElement, type MouseEvent, type ReactElement, useState } from 'react'
import { notify } from '../../../platform/web/notices.ts'
import type { LeadRow } from '../contract.ts'
import { leadPath } from '../rules.ts'
import type { LeadActs } from './useLeadActs.ts'

interface RowMenuProps {
  lead: LeadRow
  mayOpen: boolean
  acts: LeadActs
  children: ReactElement<{ onClick?(event: MouseEvent): void; 'aria-haspopup'?: 'menu' }>
}

/** What else can be done with a lead of the list. */
export function RowMenu({ lead, mayOpen, acts, children }: RowMenuProps) {
  const [open, setOpen] = useState(false)
  const target = cloneElement(children, {
    'aria-haspopup': 'menu',
    onClick: event => {
      event.stopPropagation()
      setOpen(true)
    },
  })
  // A menu for each of forty rows would cost more than the rows.
  if (!open) return target
  const copy = () => {
    void navigator.clipboard?.writeText(new URL(leadPath(lead), location.href).href)
    notify('Link copied.')
  }
  return (
    <Menu opened onChange={setOpen} position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
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
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => acts.edit(lead)}>
            Edit
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={copy}>
          Copy link
        </Menu.Item>
        {lead.personal && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => acts.remove(lead)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
