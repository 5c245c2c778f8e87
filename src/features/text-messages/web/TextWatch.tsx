import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setMessagesBadge } from '../../templates/web/extensions.ts'
import { countsQuery } from './client.ts'

/** Runs while an agent is signed in, whatever screen is open: the badge of unread texts. Draws nothing. */
export function TextWatch() {
  const { data } = useQuery(countsQuery)
  const unread = data?.unread ?? 0
  useEffect(() => {
    setMessagesBadge(unread)
    return () => setMessagesBadge(0)
  }, [unread])
  return null
}
