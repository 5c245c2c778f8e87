import { useEffect } from 'react'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import { setLiveState } from '../liveState.ts'
import { isLive, isSessionActive } from './moments.ts'
import { useHappyHour } from './useHappyHour.ts'

/** Shows in the drawer, on whatever page, that happy hour is live, until when, and that a lead can be claimed. */
export function HappyHourWatch() {
  const { data, ahead } = useHappyHour()
  useEffect(() => {
    if (!data) return
    const now = Date.now() + ahead
    const isActive = isSessionActive(data.session, now)
    const until = isActive && data.session.sessionEnd ? `until ${timeOfDay(data.session.sessionEnd)}` : null
    const isShown = data.isEnabled && data.accessible && isLive(data, now)
    setLiveState({ outstanding: isActive ? data.outstandingLeads : 0, highlight: isShown ? { note: until } : null })
  }, [data, ahead])
  useEffect(() => () => setLiveState(null), [])
  return null
}
