import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'integrations',
    group: 'running',
    order: 60,
    label: 'Integrations',
    note: 'What the product is connected to, keys of other systems, and webhooks.',
    permission: 'manage_integrations',
    load: async () => (await import('./IntegrationsPanel.tsx')).IntegrationsPanel,
  },
]
