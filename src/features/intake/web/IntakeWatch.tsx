import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setIntakeBadge } from './badge.ts'
import { unreadQuery } from './client.ts'

/** Runs while an administrator is signed in: the badge of mails that could not be read. Draws nothing. */
export function IntakeWatch() {
  const { data } = useQuery(unreadQuery)
  const unread = data?.total ?? 0
  useEffect(() => {
    setIntakeBadge(unread)
    return () => setIntakeBadge(0)
  }, [unread])
  return null
}
