import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogin2, IconMailForward, IconPencil } from '@tabler/icons-react'
import type { User } from '../../contract/people.ts'
import { type UserAction, userActions } from '../extensions.ts'
import { useInvite } from './useInvite.ts'
import { useLogInAs } from './useLogInAs.ts'

export interface UserMenuProps {
  user: User
  onOpen(user: User): void
  /** Opens the dialog of what another feature offers. */
  onAction(action: UserAction, user: User): void
}

/** What can be done with an account. */
export function UserMenu({ user, onOpen, onAction }: UserMenuProps) {
  const logInAs = useLogInAs(user)
  const invite = useInvite()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${user.name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {logInAs.isAllowed && (
          <Menu.Item
            leftSection={<IconLogin2 size={15} stroke={1.6} />}
            disabled={logInAs.isBusy}
            onClick={logInAs.enter}
          >
            Log in as {user.first_name}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => onOpen(user)}>
          Edit roles and rights
        </Menu.Item>
        {user.is_active && user.invitation?.state !== 'waiting' && (
          <Menu.Item
            leftSection={<IconMailForward size={15} stroke={1.6} />}
            disabled={invite.isPending}
            onClick={() => invite.run(user.id)}
          >
            {user.invitation ? 'Invite again' : 'Invite by e-mail'}
          </Menu.Item>
        )}
        {userActions()
          .filter(action => action.isOffered(user))
          .map(action => (
            <Menu.Item
              key={action.id}
              leftSection={<action.icon size={15} stroke={1.6} />}
              onClick={() => onAction(action, user)}
            >
              {action.labelOf(user)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
