import { useQueryClient } from '@tanstack/react-query'
import type { ContactChannel } from '../../features/leads/rules.ts'
import { placeOf } from '../../features/leads/web/client/neighbours.ts'
import { reachLead } from '../../features/leads/web/client/reachLead.ts'
import { useLeadNavigation } from '../../features/leads/web/client/useLeadActions.ts'
import { useShortcuts } from '../../platform/web/page/keys.ts'
import { leadInCache } from './leadInCache.ts'
import { openNoteTask } from './modals/noteTask.ts'
import { useWayBack } from './useWayBack.ts'

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()

/** The keys of a lead's page. */
export function useLeadKeys(id: number): void {
  const client = useQueryClient()
  const { open } = useLeadNavigation()
  const group = 'Lead'
  const step = (way: 'next' | 'previous') => {
    const lead = placeOf(client, id)?.[way]
    if (lead) open(lead, { instead: true })
  }
  const goBack = useWayBack()
  const reach = (channel: ContactChannel) => () => {
    const lead = leadInCache(client, id)
    if (lead) reachLead(lead, channel)
  }
  useShortcuts([
    { keys: 'j', label: 'Next lead', group, run: () => step('next') },
    { keys: 'k', label: 'Previous lead', group, run: () => step('previous') },
    {
      keys: 'n',
      label: 'Record progress',
      group,
      run: () => document.querySelector<HTMLElement>('[data-composer]')?.focus(),
    },
    {
      keys: 't',
      label: 'Add a task',
      group,
      run: () => {
        const lead = leadInCache(client, id)
        if (lead) openNoteTask({ lead, variant: 'task' })
      },
    },
    { keys: 's', label: 'Set the status', group, run: () => press('[data-status-menu]') },
    { keys: 'c', label: 'Call', group, run: reach('call') },
    { keys: 'm', label: 'Text', group, run: reach('text') },
    { keys: 'e', label: 'E-mail', group, run: reach('email') },
    { keys: 'u', label: 'Back to the list', group, run: goBack },
  ])
}
