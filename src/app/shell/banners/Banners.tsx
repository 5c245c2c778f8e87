import { IconRefreshDot, IconTool } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { useSession } from '../session.ts'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useSystemStatus } from './useSystemStatus.ts'

const PossessionBanner = lazy(async () => ({ default: (await import('./PossessionBanner.tsx')).PossessionBanner }))

const MaintenanceBanner = lazy(async () => ({ default: (await import('./MaintenanceBanner.tsx')).MaintenanceBanner }))

const SendingBanner = lazy(async () => ({ default: (await import('./SendingBanner.tsx')).SendingBanner }))

const OfflineBanner = lazy(async () => ({ default: (await import('./OfflineBanner.tsx')).OfflineBanner }))

const UPDATING = 'We are currently updating the system'

/** The lines above the whole shell: whom one acts as, maintenance to come, an update under way. */
export function Banners() {
  const { maintenance, notice } = useSystemStatus()
  const { isPossessed, permissions } = useSession()
  const [dismissed, setDismissed] = useState<string | null>(null)
  return (
    <>
      {isPossessed && (
        <Suspense fallback={<Room tone="inverse" />}>
          <PossessionBanner />
        </Suspense>
      )}
      <Suspense>
        <OfflineBanner />
      </Suspense>
      <Suspense>{permissions.includes('manage_maintenance') && <SendingBanner />}</Suspense>
      <Suspense fallback={<Room tone="amber" />}>
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

/** Keeps the room of a line while its words are fetched. */
const Room = ({ tone }: { tone: 'amber' | 'inverse' }) => (
  <Banner tone={tone} icon={<IconTool size={16} stroke={1.6} aria-hidden="true" />}>
    {null}
  </Banner>
)
