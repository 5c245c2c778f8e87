import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { happyHourQuery, refetchHappyHour } from '../client.ts'
import { clockDifference, nextMoment } from './moments.ts'

/** Timers of browsers hold no more milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Happy hour as it stands, with the server's clock against this one. A timer refreshes it at the next claim time, and when
 * the session or the window begins or ends.
 */
export function useHappyHour() {
  const query = useQuery(happyHourQuery)
  const { data, dataUpdatedAt } = query
  const ahead = clockDifference(data, dataUpdatedAt)
  useEffect(() => {
    if (!data) return
    const now = Date.now() + ahead
    const moment = nextMoment(data, now)
    if (moment === null) return
    const timer = setTimeout(() => void refetchHappyHour(), Math.min(MAX_TIMER_MS, moment - now + 50))
    return () => clearTimeout(timer)
  }, [data, ahead])
  return { ...query, ahead }
}
