import { useQuery } from '@tanstack/react-query'
import { leadPagePath, statusLabel } from '../../leads/rules.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import type { Found } from '../../search/contract.ts'
import type { PaletteGroup } from '../../search/web/extensions.ts'
import type { PinnedLead } from '../contract.ts'
import { nameOf } from '../rules.ts'
import { pinsQuery } from './client.ts'

const foundOf = (lead: PinnedLead): Found => ({
  id: lead.id,
  title: nameOf(lead),
  detail: statusLabel(lead.status_value),
  path: leadPagePath(lead),
})
const none: readonly Found[] = []

/** The person's pinned leads; none for people who may not look leads up. */
function usePinned(): readonly Found[] {
  const enabled = useSession().permissions.includes('view_leads')
  const { data } = useQuery({ ...pinsQuery, enabled, select: allFound })
  return data ?? none
}

const allFound = (leads: PinnedLead[]): Found[] => leads.map(foundOf)

export const paletteGroups: readonly PaletteGroup[] = [{ label: 'Pinned', order: 10, usePeople: usePinned }]
