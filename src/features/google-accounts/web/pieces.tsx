import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Banner } from '../../../platform/ui/Banner.tsx'
import { googleAccountQuery } from './client.ts'
import { useReconnect } from './useReconnect.ts'

export { ConnectionRow } from './ConnectionRow.tsx'

/** Says that Google ended the access, and asks for it again; not where the page itself does. */
export function GoogleBanner() {
  const { data } = useQuery(googleAccountQuery)
  const { isPending, reconnect } = useReconnect()
  const isOnItsPage = useLocation({ select: ({ pathname }) => pathname === '/connections' })
  if (isOnItsPage) return null
  if (data?.mail !== 'revoked' && data?.calendar !== 'revoked') return null
  return (
    <Banner
      tone="amber"
      icon={<IconPlugConnectedX size={16} stroke={1.6} aria-hidden="true" />}
      action={
        <button type="button" disabled={isPending} onClick={reconnect}>
          Reconnect
        </button>
      }
    >
      {data.problem}
    </Banner>
  )
}
