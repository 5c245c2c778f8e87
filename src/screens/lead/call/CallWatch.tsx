import { useEffect, useRef } from 'react'
import { closeCall } from '../../../features/calling/web/client/dial.ts'
import { useCallState } from '../../../features/calling/web/client/store.ts'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { openCallOf, useMadeCalls } from './madeCalls.ts'
import { useCallWatch } from './useCallWatch.ts'

const CallBar = onDemand(async () => (await import('../../../features/calling/web/pieces/CallBar.tsx')).CallBar)
const IncomingCalls = onDemand(
  async () => (await import('../../../features/calling/web/pieces/IncomingCalls.tsx')).IncomingCalls,
)
const CallCard = onDemand(async () => (await import('./CallCard.tsx')).CallCard)
const CallsLater = onDemand(async () => (await import('./CallsLater.tsx')).CallsLater)

/** Calls on whatever page they are made, the one that goes on, those that ring, and how they went. */
export function CallWatch() {
  useCallWatch()
  const { ready, status, lost } = useCallState()
  const calls = useMadeCalls()
  const open = openCallOf(calls)
  const later = calls.filter(call => call.isLater)
  useCloseWhenLogged(calls.flatMap(({ voice }) => voice?.callId ?? []))
  return (
    <>
      {(status !== '' || lost !== '') && <CallBar />}
      {ready && <IncomingCalls />}
      {open && <CallCard key={open.key} made={open} />}
      {later.length > 0 && <CallsLater calls={later} />}
    </>
  )
}

/** The bar of a call that is over goes once it is said how it went. */
function useCloseWhenLogged(asked: readonly number[]): void {
  const { active, callId } = useCallState()
  const isAsked = callId !== null && asked.includes(callId)
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !isAsked && !active) closeCall()
    wasAsked.current = isAsked
  }, [isAsked, active])
}
