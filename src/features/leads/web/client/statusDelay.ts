/** For so long a status can be corrected before it is sent (specification §9). */
export const STATUS_DELAY_MS = 1000

const waiting = new Map<number, (isMeant: boolean) => void>()

/** Waits; answers whether the choice still holds: a later one for the same lead takes its place. Whoever leaves the page meant it. */
export function isStillMeant(leadId: number): Promise<boolean> {
  waiting.get(leadId)?.(false)
  return new Promise(resolve => {
    const end = (isMeant: boolean) => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', left)
      if (waiting.get(leadId) === end) waiting.delete(leadId)
      resolve(isMeant)
    }
    const left = () => end(true)
    const timer = setTimeout(left, STATUS_DELAY_MS)
    document.addEventListener('visibilitychange', left)
    waiting.set(leadId, end)
  })
}

/** Ends the wait for a lead before its time: the choice was meant, or taken back. Answers whether one was waiting. */
export function endWait(leadId: number, isMeant: boolean): boolean {
  const end = waiting.get(leadId)
  end?.(isMeant)
  return end !== undefined
}
