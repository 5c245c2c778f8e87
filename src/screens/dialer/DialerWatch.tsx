import { useEffect } from 'react'
import { resumeDialing, useDialing } from '../../features/calling/web/client/dialer.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'

const Dialer = onDemand(async () => (await import('./Dialer.tsx')).Dialer)

/** Shows the list that is called down, also one that was left by a reload. */
export function DialerWatch() {
  useEffect(resumeDialing, [])
  return useDialing() && <Dialer />
}
