import { Button } from '@mantine/core'
import type { User } from '../../contract/people.ts'
import { useLogInAs } from './useLogInAs.ts'

/** Opens the product as this person; missing where that is not allowed. */
export function LogInAsButton({ user }: { user: User }) {
  const { isAllowed, isBusy, enter } = useLogInAs(user)
  if (!isAllowed) return null
  return (
    <Button size="sm" variant="default" disabled={isBusy} onClick={enter} aria-label={`Log in as ${user.name}`}>
      Log in as
    </Button>
  )
}
