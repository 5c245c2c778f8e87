import { reachLead } from '../../features/leads/web/client/reachLead.ts'
import { useLeadNavigation } from '../../features/leads/web/client/useLeadActions.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { useLineShortcuts } from '../../platform/web/page/keys.ts'
import { pressFocused } from '../../platform/web/page/pressFocused.ts'
import { openNoteTask } from '../lead/modals/noteTask.ts'
import { emailAbout, snoozeAbout, waysTo } from './reachOut.ts'

interface Keyed {
  focused: Opportunity | null
  move(step: number): void
  onText(opportunity: Opportunity): void
}

/** The keys of the opportunities screen; they are about the row under the cursor. */
export function useOpportunityKeys({ focused, move, onText }: Keyed): void {
  const { open } = useLeadNavigation()
  const group = 'Opportunities'
  const press = (selector: string) => () =>
    focused && document.querySelector<HTMLElement>(`#opportunity-${focused.id} ${selector}`)?.click()
  useLineShortcuts([
    { keys: 'j', label: 'Next opportunity', group, run: () => move(1) },
    { keys: 'k', label: 'Previous opportunity', group, run: () => move(-1) },
    { keys: 'c', label: 'Call', group, run: () => focused && reachLead(focused.user, 'call') },
    {
      keys: 'm',
      label: 'Text',
      group,
      run: () => focused && (waysTo(focused).text ? onText(focused) : reachLead(focused.user, 'text')),
    },
    {
      keys: 'e',
      label: 'E-mail',
      group,
      run: () => focused && (waysTo(focused).email ? emailAbout(focused) : reachLead(focused.user, 'email')),
    },
    { keys: 'p', label: 'Snooze', group, run: () => focused && snoozeAbout(focused) },
    { keys: 'h', label: 'Hide', group, run: press('[data-act="hide"]') },
    { keys: 's', label: 'Set the status', group, run: press('[data-status-of-row]') },
    {
      keys: 'n',
      label: 'Add a note',
      group,
      run: () => focused && openNoteTask({ lead: focused.user, variant: 'note' }),
    },
    {
      keys: 't',
      label: 'Add a task',
      group,
      run: () => focused && openNoteTask({ lead: focused.user, variant: 'task' }),
    },
    {
      keys: 'Enter',
      label: 'Open the lead',
      group,
      run: () => void (pressFocused() || (focused && open(focused.user))),
    },
  ])
}
