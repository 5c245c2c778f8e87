import { useEffect } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { openEmail, useEmailState } from './client/compose.ts'

const ComposeOne = onDemand(async () => (await import('./ComposeOne.tsx')).ComposeOne)

/** The composer, over whatever page is open. A press on an address that says whose it is opens it. */
export function EmailWatch() {
  const state = useEmailState()
  useEffect(() => {
    addEventListener('click', watchPress, true)
    return () => removeEventListener('click', watchPress, true)
  }, [])
  return state && <ComposeOne key={state.lead?.id} state={state} />
}

/** Writes here, unless the press turns out to be something else before it reaches the link, or asks for a window of its own. */
function watchPress(event: MouseEvent): void {
  const { target } = event
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-call-lead][href^="mailto:"]') : null
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  const press = (pressed: MouseEvent) => {
    if (pressed.defaultPrevented) return
    pressed.preventDefault()
    void openFor(link.dataset)
  }
  link.addEventListener('click', press, { once: true })
  setTimeout(() => link.removeEventListener('click', press))
}

async function openFor({ callLead, callTask }: DOMStringMap): Promise<void> {
  try {
    const lead = await queryClient.fetchQuery({ ...leadQuery(Number(callLead)), staleTime: 60_000 })
    openEmail({ lead, taskId: callTask ? Number(callTask) : null })
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
