import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { setMessagesBadge } from '../../templates/web/extensions.ts'
import { countsQuery } from './client.ts'

const TextDialog = onDemand(async () => (await import('./TextDialog.tsx')).TextDialog)

/**
 * Runs while an agent is signed in, whatever screen is open: the badge of unread texts, and the composer of a text, which a press
 * on a number opens that says whose it is. Where no texts are sent from here, the device does.
 */
export function TextWatch() {
  const { data } = useQuery(countsQuery)
  const unread = data?.unread ?? 0
  const isSetUp = data?.is_set_up ?? false
  const [lead, setLead] = useState<LeadRow | null>(null)
  useEffect(() => {
    setMessagesBadge(unread)
    return () => setMessagesBadge(0)
  }, [unread])
  useEffect(() => {
    if (!isSetUp) return
    const watch = (event: MouseEvent) => watchPress(event, setLead)
    addEventListener('click', watch, true)
    return () => removeEventListener('click', watch, true)
  }, [isSetUp])
  return lead && <TextDialog key={lead.id} lead={lead} onClose={() => setLead(null)} />
}

/** Writes here, unless the press turns out to be something else before it reaches the link, or asks for a window of its own. */
function watchPress(event: MouseEvent, open: (lead: LeadRow) => void): void {
  const { target } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-call-lead][href^="sms:"]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  const press = (pressed: MouseEvent) => {
    if (pressed.defaultPrevented) return
    pressed.preventDefault()
    void openFor(Number(link.dataset.callLead), open)
  }
  link.addEventListener('click', press, { once: true })
  setTimeout(() => link.removeEventListener('click', press))
}

async function openFor(id: number, open: (lead: LeadRow) => void): Promise<void> {
  try {
    open(await queryClient.fetchQuery({ ...leadQuery(id), staleTime: 60_000 }))
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
