import { Badge } from '../../../../platform/ui/pieces.tsx'
import { EmptyState } from '../../../../platform/ui/states.tsx'
import { ago, fullTime } from '../../../../platform/web/time/time.ts'
import type { User } from '../../contract/people.ts'
import { roleLabels } from '../../rules.ts'
import { LogInAsButton } from './LogInAsButton.tsx'
import classes from './People.module.css'

interface UsersTableProps {
  /** `null` while they are fetched. */
  people: readonly User[] | null
  onOpen: (user: User) => void
}

/** People in rows; on a phone, in cards. */
export function UsersTable({ people, onOpen }: UsersTableProps) {
  if (people?.length === 0) {
    return <EmptyState title="No people match">Try part of a name, another role or inactive people.</EmptyState>
  }
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">E-mail</th>
            <th scope="col">Roles</th>
            <th scope="col">Team</th>
            <th scope="col" className={classes.number}>
              Last seen
            </th>
            <th scope="col" className={classes.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{people ? people.map(user => <UserRow key={user.id} user={user} onOpen={onOpen} />) : <Bones />}</tbody>
      </table>
    </div>
  )
}

function UserRow({ user, onOpen }: { user: User; onOpen: (user: User) => void }) {
  return (
    <tr className={classes.row} data-quiet={user.is_active ? undefined : true}>
      <td>
        <button type="button" className={classes.open} onClick={() => onOpen(user)}>
          {user.name}
        </button>{' '}
        {!user.is_active && <Badge>Inactive</Badge>}
        {user.is_active && user.invitation?.state === 'failed' && <Badge hue="red">Not delivered</Badge>}
      </td>
      <td title={user.email}>{user.email}</td>
      <td>{user.roles.map(role => roleLabels[role]).join(', ') || 'None'}</td>
      <td className={classes.wide}>{user.team ? `${user.team.name}${user.team.is_lead ? ' (lead)' : ''}` : '–'}</td>
      <td
        className={`${classes.number} ${classes.wide}`}
        title={user.last_used_at ? fullTime(user.last_used_at) : undefined}
      >
        {user.last_used_at ? ago(user.last_used_at, new Date()) : 'Never'}
      </td>
      <td className={classes.actions}>
        <LogInAsButton user={user} />
      </td>
    </tr>
  )
}

function Bones() {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content
    <tr key={row} className={classes.row}>
      {Array.from({ length: 6 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content
        <td key={cell}>{cell < 4 && <span className={classes.bone} />}</td>
      ))}
    </tr>
  ))
}
