import { useRouter } from '@tanstack/react-router'
import type { User } from '../../contract/people.ts'
import { mayPossess } from '../../rules.ts'
import { saveReturnPath } from '../returnPath.ts'
import { useSession } from '../session.ts'
import { possess } from '../sign-in/enter.ts'

/** Opens the product as this person, where that is allowed. */
export function useLogInAs(user: User): { isAllowed: boolean; isBusy: boolean; enter(): void } {
  const router = useRouter()
  const { user: me, isPossessed, loading } = useSession()
  const isAllowed =
    me !== null &&
    mayPossess({
      actor: { user_id: me.id, permissions: me.permissions, roles: me.roles.map(({ name }) => name) },
      target: { user_id: user.id, permissions: user.permissions, roles: user.roles, is_active: user.is_active },
      is_possessing: isPossessed,
    })
  const enter = async () => {
    const from = router.state.location.href
    if (!(await possess(user.id))) return
    saveReturnPath(from)
    await router.navigate({ to: '/' })
  }
  return { isAllowed, isBusy: loading, enter: () => void enter() }
}
