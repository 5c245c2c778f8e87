import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Activity, useEffect, useState } from 'react'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { anyRow } from '../../features/leads/web/client/leadCache.ts'
import { useViewer } from '../../features/leads/web/client/useViewer.ts'
import { whenIdle } from '../../platform/web/page/idle.ts'

type Header = typeof import('../../features/leads/web/pieces/leadPage.ts').LeadHeader

/** Time enough to be drawn while nothing else is; then it is taken away again. */
const DRAWN_MS = 1_000

/** Once in a window is enough: what has run before is fast. */
let wasDrawn = false

/**
 * Fetches what the lead page needs of script as soon as the list stands, and draws a header where nobody sees it, so that
 * the first lead opens as fast as later ones. What is being fetched changes often: the list is not drawn again for that.
 */
export function LeadPageAhead() {
  const router = useRouter()
  const client = useQueryClient()
  const isListThere = useIsFetching() === 0
  const [drawn, setDrawn] = useState<{ Header: Header; lead: LeadRow } | null>(null)
  useEffect(() => {
    if (!isListThere) return
    const fetchPage = async (): Promise<Header> => {
      await router.loadRouteChunk(router.routesByPath['/leads/$slug'])
      return (await import('../../features/leads/web/pieces/leadPage.ts')).LeadHeader
    }
    return whenIdle(() => {
      void fetchPage()
        .then(Header => {
          const lead = anyRow(client)
          if (lead && !wasDrawn) setDrawn({ Header, lead })
        })
        .catch(() => undefined)
      void import('../../features/leads/web/client/phones.ts')
        .then(phones => phones.phoneLibrary())
        .catch(() => undefined)
    })
  }, [router, client, isListThere])
  useEffect(() => {
    if (!drawn) return
    wasDrawn = true
    const timer = setTimeout(() => setDrawn(null), DRAWN_MS)
    return () => clearTimeout(timer)
  }, [drawn])
  return drawn && <Unseen {...drawn} />
}

/** Made at the browser's leisure, with no effect on anything. */
function Unseen({ Header, lead }: { Header: Header; lead: LeadRow }) {
  const { zone } = useViewer()
  return (
    <Activity mode="hidden">
      <Header lead={lead} now={new Date()} zone={zone} onTask={() => undefined} />
    </Activity>
  )
}
