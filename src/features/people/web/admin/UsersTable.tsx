import { EmptyState } from '../../../../platform/ui/states.tsx'
import { ago, fullTime } from '../../../../platform/web/time/time.ts'
import type { User } from '../../contract/people.ts'
import { roleLabels } from '../../rules.ts'
import classes from './People.module.css'
import { UserMenu, type UserMenuProps } from './UserMenu.tsx'
import { UserState } from './UserState.tsx'
import { useInvite } from './useInvite.ts'

interface UsersTableProps {
  /** `null` while they are fetched. */
  people: readonly User[] | null
  onOpen: UserMenuProps['onOpen']
  onAction: UserMenuProps['onAction']
}

/** People in rows; on a phone, in cards. */
export function UsersTable({ people, ...row }: UsersTableProps) {
  if (people?.length === 0) {
    return <EmptyState title="No people match">Try part of a name, another role or inactive people.</EmptyState>
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={classes.email}>
              E-mail
            </th>
            <th scope="col">Roles</th>
            <th scope="col">Team</th>
            <th scope="col" className={classes.state}>
              State
            </th>
            <th scope="col" className={classes.seen}>
              Last seen
            </th>
            <th scope="col" className={classes.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{people ? people.map(user => <UserRow key={user.id} user={user} {...row} />) : <Bones />}</tbody>
      </table>
    </div>
  )
}

function UserRow({ user, onOpen, onAction }: UserMenuProps) {
  const now = new Date()
  return (
    <tr className={classes.row} data-quiet={user.is_active ? undefined : true}>
      <td>
        <button type="button" className={classes.open} onClick={() => onOpen(user)}>
          {user.name}
        </button>
      </td>
      <td title={user.email}>{user.email}</td>
      <td>{user.roles.map(role => roleLabels[role]).join(', ') || 'None'}</td>
      <td className={classes.wide}>{user.team ? `${user.team.name}${user.team.is_lead ? ' (lead)' : ''}` : '–'}</td>
      <td className={classes.state}>
        <UserState user={user} now={now} />
      </td>
      <td
        className={`${classes.seen} ${classes.wide}`}
        title={user.last_used_at ? fullTime(user.last_used_at) : undefined}
      >
        {user.last_used_at ? ago(user.last_used_at, now) : <Resend user={user} />}
      </td>
      <td className={classes.actions}>
        <UserMenu user={user} onOpen={onOpen} onAction={onAction} />
      </td>
    </tr>
  )
}

/** The one thing to do about somebody who was invited and has not come yet. */
function Resend({ user }: { user: User }) {
  const invite = useInvite()
  if (!user.is_active || !user.invitation || user.invitation.state === 'waiting') return 'Never'
  return (
    <button
      type="button"
      className={classes.resend}
      disabled={invite.isPending}
      aria-label={`Resend the invitation to ${user.name}`}
      onClick={() => invite.run(user.id)}
    >
      Resend
    </button>
  )
}

function Bones() {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
    <tr key={row} className={classes.row}>
      {Array.from({ length: 7 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content
        <td key={cell}>{cell < 5 && <span className={classes.bone} />}</td>
      ))}
    </tr>
  ))
}
