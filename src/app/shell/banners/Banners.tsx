import { IconRefresh, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { besides } from '../../../platform/ui/onDemand.tsx'
import { storage } from '../../../platform/web/storage.ts'
import { useSession } from '../session.ts'
import { MaintenanceNotice } from './MaintenanceNotice.tsx'
import { useSystemStatus } from './useSystemStatus.ts'

const PossessionBanner = besides(
  async () => (await import('./PossessionBanner.tsx')).PossessionBanner,
  () => <Room tone="inverse" />,
)

const MaintenanceBanner = besides(
  async () => (await import('./MaintenanceBanner.tsx')).MaintenanceBanner,
  () => <Room tone="amber" />,
)

const SendingBanner = besides(async () => (await import('./SendingBanner.tsx')).SendingBanner)

const GoogleBanner = besides(
  async () => (await import('../../../features/google-accounts/web/pieces.tsx')).GoogleBanner,
)

const OfflineBanner = besides(async () => (await import('./OfflineBanner.tsx')).OfflineBanner)

const FailedPartsBanner = besides(async () => (await import('./FailedPartsBanner.tsx')).FailedPartsBanner)

/** The notice that this browser has been told to hide; another sentence shows again. */
const DISMISSED = 'dismissed-notice'

const UPDATING = 'We are currently updating the system'

/** The lines above the whole shell: whom one acts as, maintenance to come, what is missing, an update under way. */
export function Banners() {
  const { maintenance, notice } = useSystemStatus()
  const { isPossessed, permissions } = useSession()
  const [dismissed, setDismissed] = useState(() => storage.read(DISMISSED))
  return (
    <>
      {isPossessed && <PossessionBanner />}
      <OfflineBanner />
      <FailedPartsBanner />
      {permissions.includes('manage_maintenance') && <SendingBanner />}
      {!isPossessed && <GoogleBanner />}
      {maintenance && !maintenance.live && <MaintenanceBanner planned={maintenance} />}
      {maintenance?.live && <MaintenanceNotice endsAt={maintenance.ends_at} />}
      {notice !== null && dismissed !== notice && (
        <Banner
          tone="plain"
          icon={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
          onDismiss={() => {
            storage.write(DISMISSED, notice)
            setDismissed(notice)
          }}
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
