import { Menu } from '@mantine/core'
import { IconEyeOff, IconUserOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { leadName } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { hideAllOf, hideOpportunity } from '../../features/opportunities/web/client/opportunities.ts'

interface HideMenuProps {
  opportunity: Opportunity
  isOpen: boolean
  onChange(isOpen: boolean): void
  children: ReactElement
}

/** Hides this one, or everything of the person. */
export function HideMenu({ opportunity, isOpen, onChange, children }: HideMenuProps) {
  const { user } = opportunity
  const name = leadName(user)
  return (
    <Menu opened={isOpen} onChange={onChange} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEyeOff size={15} stroke={1.6} />}
          onClick={() => void hideOpportunity(opportunity, name)}
        >
          Hide this
        </Menu.Item>
        <Menu.Item leftSection={<IconUserOff size={15} stroke={1.6} />} onClick={() => void hideAllOf(user, name)}>
          Hide everything from {user.first_name || name}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
