import { IconUserCircle } from '@tabler/icons-react'
import { claimReturnPath, leavePossession } from '../../../features/people/web/client/possession.ts'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { useGoTo } from '../drawer/usePages.ts'
import { useSession } from '../session.ts'

/** Whom one acts as, and the way back. */
export function PossessionBanner() {
  const { isPossessed, user } = useSession()
  const goTo = useGoTo()
  // What the possessed person may open, the administrator may not: they return to where they were.
  const leave = async () => {
    if (await leavePossession()) goTo(claimReturnPath())
  }
  if (!isPossessed || !user) return null
  const back = (
    <button type="button" onClick={() => void leave()}>
      Back to {user.possessed_by?.name ?? 'your own account'}
    </button>
  )
  return (
    <Banner tone="inverse" icon={<IconUserCircle size={16} stroke={1.6} aria-hidden="true" />} action={back}>
      You are logged in as {user.firstName} {user.lastName}
    </Banner>
  )
}
