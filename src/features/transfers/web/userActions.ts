import { IconUserShare } from '@tabler/icons-react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { UserAction } from '../../people/web/extensions.ts'

export const userActions: readonly UserAction[] = [
  {
    id: 'hand-over',
    order: 10,
    icon: IconUserShare,
    labelOf: ({ is_active }) => (is_active ? 'Hand over and close' : 'Hand over leads'),
    isOffered: ({ is_active, agent_id }) => is_active || agent_id !== null,
    Dialog: onDemand(async () => (await import('./leaving/HandOverPerson.tsx')).HandOverPerson),
  },
]
