import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { User } from '../../contract/people.ts'
import { mayPossess } from '../../rules.ts'
import { saveReturnPath } from '../returnPath.ts'
import { useSession } from '../session.ts'
import { possess } from '../sign-in/enter.ts'

/** Opens the product as this person; missing where that is not allowed. */
export function LogInAsButton({ user, size = 'xs' }: { user: User; size?: 'xs' | 'sm' }) {
  const router = useRouter()
  const { user: me, isPossessed, loading } = useSession()
  const allowed =
    me !== null &&
    mayPossess({
      actor: { user_id: me.id, permissions: me.permissions, roles: me.roles.map(({ name }) => name) },
      target: { user_id: user.id, permissions: user.permissions, roles: user.roles, is_active: user.is_active },
      is_possessing: isPossessed,
    })
  if (!allowed) return null
  const enter = async () => {
    const from = router.state.location.href
    if (!(await possess(user.id))) return
    saveReturnPath(from)
    await router.navigate({ to: '/' })
  }
  return (
    <Button
      size={size}
      variant="default"
      disabled={loading}
      onClick={() => void enter()}
      aria-label={`Log in as ${user.name}`}
    >
      Log in as
    </Button>
  )
}
