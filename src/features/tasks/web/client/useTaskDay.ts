import { useEffect, useState } from 'react'
import { isoDay } from '../../../../platform/web/time/time.ts'
import { nextMidnight } from '../../rules/tasks.ts'
import { refetchTasks } from './tasks.ts'

/** A timer sleeps with the machine: it is set anew at least so often. */
const LONGEST_WAIT_MS = 10 * 60_000
/** Servers' clocks differ a little from ours. */
const AFTER_MIDNIGHT_MS = 500

/** The time, told anew every minute; when a new day begins where the agent is, all lists are asked for again. */
export function useTaskDay(zone: string): Date {
  const [now, setNow] = useState(() => new Date())
  const today = isoDay(now, zone)
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    let timer = 0
    const look = () => {
      const at = new Date()
      if (isoDay(at, zone) !== today) {
        setNow(at)
        void refetchTasks()
        return
      }
      const left = nextMidnight(at, zone).getTime() - at.getTime() + AFTER_MIDNIGHT_MS
      timer = window.setTimeout(look, Math.min(left, LONGEST_WAIT_MS))
    }
    look()
    const onShown = () => {
      clearTimeout(timer)
      if (!document.hidden) look()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [today, zone])
  return now
}
