import type { AdminSection } from '../../settings/web/extensions.ts'
import { userActions } from './userActions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'hand-overs',
    group: 'leads',
    order: 50,
    label: 'Hand-overs',
    note: 'The recruiter, for leads that are not for agents, and leads that were flagged as bogus.',
    permission: 'manage_users',
    load: async () => (await import('./hand-over/HandOversPanel.tsx')).HandOversPanel,
    userActions,
  },
]
