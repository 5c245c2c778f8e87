import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { roleLabels } from '../../rules.ts'
import { refetchPeople, rolePermissions, setRolePermission } from '../client/people.ts'
import { permissionMeanings, readableName } from '../labels.ts'
import { useSession } from '../session.ts'
import classes from './RightsPanel.module.css'

/** Which role may do what. Only those who may change rights can tick; others read. */
export function RightsPanel() {
  const mayChange = useSession().permissions.includes('manage_permissions')
  const { data, error, refetch } = useQuery(rolePermissions())
  const { run, pending } = useUndoable((fields: Parameters<typeof setRolePermission>[0]) => ({
    run: () => setRolePermission(fields),
    said: () => null,
    settle: refetchPeople,
  }))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const granted = new Set(data.granted.map(({ role, permission }) => `${role} ${permission}`))
  const isOn = (role: string, permission: string) =>
    pending?.role === role && pending.permission === permission ? pending.granted : granted.has(`${role} ${permission}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label="Rights of roles" tabIndex={0}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {data.roles.map(role => (
              <th key={role} scope="col">
                {roleLabels[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.permissions.map(permission => (
            <tr key={permission}>
              <th scope="row">
                <span>{readableName(permission)}</span>
                <small>{permissionMeanings[permission]}</small>
              </th>
              {data.roles.map(role => (
                <td key={role}>
                  <Checkbox
                    aria-label={`${roleLabels[role]}: ${readableName(permission)}`}
                    checked={isOn(role, permission)}
                    disabled={!mayChange}
                    onChange={event => run({ role, permission, granted: event.currentTarget.checked })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
