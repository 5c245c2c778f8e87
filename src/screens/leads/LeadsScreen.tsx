import { useState } from 'react'
import { leadsExtensions } from '../../features/leads/web/extensions.ts'
import { LeadsPage } from '../../features/leads/web/pieces/leadsPage.ts'
import { onDemand } from '../../platform/ui/onDemand.tsx'
import { useShortcuts } from '../../platform/web/page/keys.ts'
import { joined } from './joined.ts'

const LeadPageAhead = onDemand(async () => (await import('./LeadPageAhead.tsx')).LeadPageAhead)

const BesideCount = onDemand(async () => (await import('./turn/TurnAction.tsx')).TurnAction)

/** What opens is fetched with the first press of its key, which is not lost meanwhile. */
const write = (variant: 'note' | 'task') => () =>
  void import('./noteTaskKeys.ts').then(({ openForCursor }) => openForCursor(variant))

const keys = [
  { keys: 'n', label: 'Add a note', group: 'Leads', run: write('note') },
  { keys: 't', label: 'Add a task', group: 'Leads', run: write('task') },
]

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  useShortcuts(keys)
  const [extensions] = useState(() => joined([{ order: 0, BesideCount }, ...leadsExtensions.parts()]))
  return (
    <>
      <LeadsPage extensions={extensions} />
      <LeadPageAhead />
    </>
  )
}
