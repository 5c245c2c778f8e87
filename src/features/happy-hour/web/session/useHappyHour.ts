import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { happyHourQuery } from '../client.ts'
import { clockDifference, nextMoment } from './moments.ts'

/** Timers of browsers hold no more milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Happy hour as it stands, with the server's clock against this one. A timer refreshes it at the next claim time, and when
 * the session or the window begins or ends.
 */
export function useHappyHour() {
  const query = useQuery(happyHourQuery)
  const { data, dataUpdatedAt, refetch } = query
  const ahead = clockDifference(data, dataUpdatedAt)
  useEffect(() => {
    if (!data) return
    const now = Date.now() + ahead
    const moment = nextMoment(data, now)
    if (moment === null) return
    // The page and the drawer wait for the same moment: one question is enough.
    const ask = () => void refetch({ cancelRefetch: false })
    const timer = setTimeout(ask, Math.min(MAX_TIMER_MS, moment - now + 50))
    return () => clearTimeout(timer)
  }, [data, ahead, refetch])
  return { ...query, ahead }
}
