import { IconTool } from '@tabler/icons-react'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import { countdown } from '../../../platform/wire/clock.ts'

/** Says that maintenance is live and when it is expected to end. */
export function MaintenanceNotice({ endsAt }: { endsAt: string }) {
  const now = useNow(1000)
  const seconds = (new Date(endsAt).getTime() - now.getTime()) / 1000
  return (
    <Banner
      tone="amber"
      icon={<IconTool size={16} stroke={1.6} aria-hidden="true" />}
      action={seconds > 0 ? `in ${countdown(seconds)}` : null}
    >
      The CRM is in maintenance. It is expected to end on {fullTime(endsAt)}
    </Banner>
  )
}
