import { IconTool } from '@tabler/icons-react'
import type { Maintenance } from '../../../features/settings/contract.ts'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { countdown } from '../../../platform/wire/clock.ts'
import { useSession } from '../session.ts'
import { maintenanceSentence } from './maintenanceSentence.ts'

/** The countdown shows during the last hour. */
const COUNTDOWN_FROM_S = 3600

/** Announces maintenance, and counts down the last hour. Loaded only when there is something to announce. */
export function MaintenanceBanner({ planned }: { planned: Maintenance }) {
  const { user } = useSession()
  const now = useNow(1000)
  const seconds = (new Date(planned.starts_at).getTime() - now.getTime()) / 1000
  const soon = seconds > 0 && seconds <= COUNTDOWN_FROM_S
  const zone = typeof user?.zone === 'string' ? user.zone : undefined
  return (
    <Banner
      tone="amber"
      icon={<IconTool size={16} stroke={1.6} aria-hidden="true" />}
      action={soon ? `in ${countdown(seconds)}` : null}
    >
      {maintenanceSentence(planned, zone)}
    </Banner>
  )
}
