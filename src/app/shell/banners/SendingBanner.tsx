import { IconMailPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sendingQuery } from '../../../features/sending/web/client.ts'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { fullTime } from '../../../platform/web/time/time.ts'

/** Tells those who can resume it that nothing goes out to people. */
export function SendingBanner() {
  const { data } = useQuery(sendingQuery)
  if (!data?.pause) return null
  return (
    <Banner
      tone="amber"
      icon={<IconMailPause size={16} stroke={1.6} aria-hidden="true" />}
      action={
        <Link to="/admin" search={{ section: 'system' }}>
          View overdue messages
        </Link>
      }
    >
      Sending has been paused since {fullTime(data.pause.paused_at)}: no e-mail goes out
    </Banner>
  )
}
