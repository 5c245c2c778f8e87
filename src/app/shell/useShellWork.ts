import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOwnRights } from '../../features/people/web/client/viewer.ts'
import { markEverythingStale } from '../../platform/web/calls/queryClient.ts'
import { reportError, setReportedUser } from '../../platform/web/errorReports.ts'
import { liveState } from '../../platform/web/live/live.ts'
import { useSession } from './session.ts'

/** What runs while somebody is signed in: the stream of changes, the own rights, and whom error reports name. */
export function useShellWork(): void {
  const { user } = useSession()
  const queries = useQueryClient()
  const id = user?.id ?? null
  const email = user?.email ?? ''
  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''

  useEffect(() => {
    if (id === null) return
    const left = new AbortController()
    // The first screen does not wait for the stream.
    Promise.all([import('../../platform/web/live/liveStream.ts'), import('../../platform/web/calls/topics.ts')]).then(
      ([{ startLive }, { followTopics }]) => {
        if (left.signal.aborted) return
        const unfollow = followTopics(queries)
        const live = startLive()
        left.signal.addEventListener('abort', () => {
          live.stop()
          unfollow()
        })
      },
      reportError,
    )
    return () => left.abort()
  }, [id, queries])

  useEffect(followOwnRights, [])

  useEffect(() => {
    let wasOpen = false
    // What changed while the network was away is fetched again by whoever shows it.
    return liveState.listen(state => {
      if (state === 'closed' && wasOpen) void markEverythingStale()
      wasOpen = state === 'open'
    })
  }, [])

  useEffect(() => {
    if (id === null) return
    setReportedUser({ id, email, name })
    return () => setReportedUser(null)
  }, [id, email, name])
}
