import { useEffect } from 'react'
import { callOver, isCallingSetUp, placeCall, startCalling } from '../../../features/calling/web/client/dial.ts'
import type { CallState } from '../../../features/calling/web/client/store.ts'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import { leadOfTasks } from '../../../features/tasks/web/client/cache.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { earlyCalls, linkOf, takeEarlyCalls } from './earlyCalls.ts'
import { endCalls, recordCall, recordVoiceCall, rereadCalls } from './madeCalls.ts'

/** Somebody whose device calls without taking the window away is asked after so long. */
const STILL_HERE_MS = 4_000

/**
 * Notices calls: a press on a number that says whose it is (`data-call-lead`). Where calls go out from the browser, it calls;
 * otherwise the device does, and the person is asked about it once they are back. What was started before a reload is over, too.
 */
export function useCallWatch(): void {
  useEffect(() => {
    const stopCalling = startCalling(() => earlyCalls.settle())
    const stopHearing = callOver.listen(state => void recordOver(state))
    let timer = 0
    const back = () => {
      if (document.visibilityState === 'visible') endCalls(Date.now())
    }
    const backIfHere = () => document.hasFocus() && back()
    const askSoon = () => {
      clearTimeout(timer)
      timer = window.setTimeout(backIfHere, STILL_HERE_MS)
    }
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      if (isCallingSetUp() && link.href.startsWith('tel:')) callInstead(link)
      // Whoever swipes a card away does not press what is on it.
      setTimeout(() => {
        if (!event.defaultPrevented && start(link)) askSoon()
      })
    }
    rereadCalls()
    back()
    for (const link of takeEarlyCalls()) if (start(link)) askSoon()
    addEventListener('click', onClick, true)
    addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      stopCalling()
      stopHearing()
      clearTimeout(timer)
      removeEventListener('click', onClick, true)
      removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [])
}

/** Calls from the browser, unless the press turns out to be something else before it reaches the link. */
function callInstead(link: HTMLAnchorElement): void {
  const press = (event: MouseEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    void callFromHere(link)
  }
  link.addEventListener('click', press, { once: true })
  setTimeout(() => link.removeEventListener('click', press))
}

async function callFromHere({ href, dataset }: HTMLAnchorElement): Promise<void> {
  try {
    const lead = await leadById(Number(dataset.callLead))
    const taskId = dataset.callTask ? Number(dataset.callTask) : null
    await placeCall({ lead, name: leadName(lead), number: numberIn(href), taskId })
  } catch {
    notifyFailure('This lead can’t be called from here.')
  }
}

const numberIn = (href: string) => href.slice('tel:'.length)

const leadById = async (id: number): Promise<LeadRow> => leadOfTasks(id) ?? queryClient.fetchQuery(leadQuery(id))

/** Asks how a call went that has ended, about a lead that the person may open. */
async function recordOver({ leadId, callId, number, taskId, direction, timer, message }: CallState): Promise<void> {
  if (leadId === null || callId === null) return
  const lead = await leadById(leadId).catch(() => null)
  if (!lead) return
  const { id, first_name, last_name, status_value } = lead
  const seconds = timer.minutes * 60 + timer.seconds
  const voice = { callId, direction, seconds, problem: message }
  recordVoiceCall({ lead: { id, first_name, last_name, status_value }, phone: number, taskId }, voice, Date.now())
}

/** Records the call of a pressed link. Says whether it is known whom it calls. */
function start({ href, dataset }: HTMLAnchorElement): boolean {
  const lead = leadOfTasks(Number(dataset.callLead))
  if (!lead || !href.startsWith('tel:')) return false
  const { id, first_name, last_name, status_value } = lead
  const taskId = dataset.callTask ? Number(dataset.callTask) : null
  recordCall({ lead: { id, first_name, last_name, status_value }, phone: numberIn(href), taskId }, Date.now())
  return true
}
