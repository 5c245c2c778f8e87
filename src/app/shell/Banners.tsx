import { IconRefreshDot, IconTool, IconUserCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { leavePossession } from '../../features/people/web/signIn.ts'
import { takeWhence } from '../../features/people/web/whence.ts'
import { Banner } from '../../platform/ui/Banner.tsx'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useSession } from './session.ts'
import { useGoTo } from './usePages.ts'
import { useSystemStatus } from './useSystemStatus.ts'

const MaintenanceBanner = lazy(async () => ({ default: (await import('./MaintenanceBanner.tsx')).MaintenanceBanner }))

const OfflineBanner = lazy(async () => ({ default: (await import('./OfflineBanner.tsx')).OfflineBanner }))

const UPDATING = 'We are currently updating the system'

/** The lines above the whole shell: whom one acts as, maintenance to come, an update under way. */
export function Banners() {
  const { maintenance, notice } = useSystemStatus()
  const [dismissed, setDismissed] = useState<string | null>(null)
  return (
    <>
      <PossessionBanner />
      <Suspense>
        <OfflineBanner />
      </Suspense>
      <Suspense fallback={<MaintenanceRoom />}>
        {maintenance && !maintenance.live && <MaintenanceBanner planned={maintenance} />}
      </Suspense>
      {maintenance?.live && <MaintenanceNotice endsAt={maintenance.ends_at} />}
      {notice !== null && dismissed !== notice && (
        <Banner
          tone="plain"
          icon={<IconRefreshDot size={16} stroke={1.6} aria-hidden="true" />}
          onDismiss={() => setDismissed(notice)}
        >
          {notice || UPDATING}
        </Banner>
      )}
    </>
  )
}

/** Keeps the room of the announcement while its words are fetched. */
const MaintenanceRoom = () => (
  <Banner tone="amber" icon={<IconTool size={16} stroke={1.6} aria-hidden="true" />}>
    {null}
  </Banner>
)

function PossessionBanner() {
  const { isPossessed, user } = useSession()
  const goTo = useGoTo()
  // What the possessed person may open, the administrator may not: they return to where they were.
  const leave = async () => {
    if (await leavePossession()) goTo(takeWhence())
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
