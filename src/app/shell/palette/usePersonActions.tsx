import { useDebouncedValue } from '@mantine/hooks'
import { IconCheckbox, IconMail, IconMessage2, IconNote, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LeadRow } from '../../../features/leads/contract/record.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { usePhoneText } from '../../../features/leads/web/client/phones.ts'
import { reachLead } from '../../../features/leads/web/client/reachLead.ts'
import { contactOf, leadName, mayTryText, reachOf } from '../../../features/leads/web/pieces/wording.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { openNoteTask } from '../../../screens/lead/modals/noteTask.ts'
import type { PaletteItem } from './palette.ts'

const SETTLE_MS = 120
const NO_ACTIONS: readonly PaletteItem[] = []

/** What can be done about the person whose line is highlighted; nothing until they are known. */
export function usePersonActions(leadId: number | null): readonly PaletteItem[] {
  const [settled] = useDebouncedValue(leadId, SETTLE_MS)
  const id = settled === leadId ? leadId : null
  const { data: lead } = useQuery({ ...leadQuery(id ?? 0), enabled: id !== null })
  const contact = lead && contactOf(lead)
  const phone = usePhoneText(contact?.phone ?? null)
  return useMemo(() => (lead && id !== null ? actionsOf(lead, phone) : NO_ACTIONS), [lead, id, phone])
}

function actionsOf(lead: LeadRow, phone: string): PaletteItem[] {
  const group = `With ${leadName(lead)}`
  const reach = reachOf(lead)
  const { email } = contactOf(lead)
  const action = (id: string, label: string, run: () => void, more: Partial<PaletteItem>): PaletteItem => ({
    id: `with-${lead.id}-${id}`,
    group,
    label,
    run,
    ofLead: lead.id,
    ...more,
  })
  return [
    ...(reach.call
      ? [
          action('call', 'Call', () => reachLead(lead, 'call'), {
            hint: phone,
            icon: icon(IconPhone),
            keys: 'mod+Enter',
          }),
        ]
      : []),
    ...(mayTryText(lead)
      ? [action('text', 'Text', () => reachLead(lead, 'text'), { hint: phone, icon: icon(IconMessage2) })]
      : []),
    ...(reach.email
      ? [action('email', 'E-mail', () => reachLead(lead, 'email'), { hint: email, icon: icon(IconMail) })]
      : []),
    action('note', 'Write a note', () => openNoteTask({ lead, variant: 'note' }), { icon: icon(IconNote) }),
    action('task', 'Add a task', () => openNoteTask({ lead, variant: 'task' }), { icon: icon(IconCheckbox) }),
  ]
}

const icon = (Shape: typeof IconPhone) => <Shape size={16} stroke={1.6} />

/** Calls a lead with what this device has for it, once it is known whether that is allowed. */
export async function callLead(leadId: number): Promise<void> {
  try {
    const lead = await queryClient.fetchQuery(leadQuery(leadId))
    reachLead(lead, 'call')
  } catch {
    notify('This lead can’t be called from here.')
  }
}
