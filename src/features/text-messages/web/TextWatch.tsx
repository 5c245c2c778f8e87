import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { watchLinkPresses } from '../../../platform/web/page/presses/linkPresses.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { setMessagesBadge } from '../../templates/web/extensions.ts'
import { countsQuery } from './client.ts'
import { earlyTexts } from './earlyTexts.ts'

const TextDialog = onDemand(async () => (await import('./TextDialog.tsx')).TextDialog)

/**
 * Runs while an agent is signed in, whatever screen is open: the badge of unread texts, and the composer of a text, which a press
 * on a number opens that says whose it is. Where no texts are sent from here, the device does.
 */
export function TextWatch() {
  const { data, isError } = useQuery(countsQuery)
  const unread = data?.unread ?? 0
  const isSetUp = data?.is_set_up ?? false
  const isAnswered = data !== undefined || isError
  const [lead, setLead] = useState<LeadRow | null>(null)
  useEffect(() => {
    setMessagesBadge(unread)
    return () => setMessagesBadge(0)
  }, [unread])
  useEffect(() => {
    if (!isAnswered) return
    const stop = isSetUp
      ? watchLinkPresses('a[data-call-lead][href^="sms:"]', said => void openFor(Number(said.callLead), setLead))
      : undefined
    earlyTexts.settle()
    return stop
  }, [isAnswered, isSetUp])
  return lead && <TextDialog key={lead.id} lead={lead} onClose={() => setLead(null)} />
}

async function openFor(id: number, open: (lead: LeadRow) => void): Promise<void> {
  try {
    open(await queryClient.fetchQuery({ ...leadQuery(id), staleTime: 60_000 }))
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
