import { useEffect } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { watchLinkPresses } from '../../../platform/web/page/presses/linkPresses.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { openEmail } from './client/compose.ts'
import { useEmailState } from './client/composing.ts'
import { earlyEmails } from './client/earlyEmails.ts'

const ComposeOne = onDemand(async () => (await import('./ComposeOne.tsx')).ComposeOne)

/** The composer, over whatever page is open. A press on an address that says whose it is opens it. */
export function EmailWatch() {
  const state = useEmailState()
  useEffect(() => {
    const stop = watchLinkPresses('a[data-call-lead][href^="mailto:"]', said => void openFor(said))
    earlyEmails.settle()
    return stop
  }, [])
  return state && <ComposeOne key={state.lead?.id} state={state} />
}

async function openFor({ callLead, callTask }: DOMStringMap): Promise<void> {
  try {
    const lead = await queryClient.fetchQuery({ ...leadQuery(Number(callLead)), staleTime: 60_000 })
    openEmail({ lead, taskId: callTask ? Number(callTask) : null })
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
