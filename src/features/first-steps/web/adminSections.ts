import type { AdminSection } from '../../settings/web/extensions.ts'
import { useGuideStanding } from './useFirstSteps.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'first-steps',
    group: 'brokerage',
    order: 1,
    label: 'First steps',
    note: 'From empty to the first lead.',
    permission: 'manage_users',
    useStanding: useGuideStanding,
    load: async () => (await import('./FirstStepsPanel.tsx')).FirstStepsPanel,
  },
  {
    id: 'sender',
    group: 'running',
    order: 62,
    label: 'E-mail sender',
    note: 'Whether Gmail, Yahoo and others believe that e-mails in your name are yours.',
    permission: 'manage_users',
    load: async () => (await import('./SenderPanel.tsx')).SenderPanel,
  },
]
