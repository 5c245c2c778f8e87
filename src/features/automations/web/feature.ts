import { IconGitBranch } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

const place = {
  tooltip: 'Automations',
  roles: [],
  permission: 'access_automations',
  feature: 'claim_leads',
  minimumWidth: 768,
  group: 'outreach',
} as const

export const automationsWeb = defineWebFeature({
  pages: [
    {
      path: '/automations',
      screen: screen('AutomationsPage', () => import('./list/AutomationsPage.tsx')),
      place: { ...place, id: 'automations', icon: IconGitBranch, order: 20, exact: true, key: 'a' },
    },
    {
      path: '/automations/new',
      screen: screen('NewAutomationPage', () => import('./editor/NewAutomationPage.tsx')),
      place: { ...place, id: 'new-automation', tooltip: 'New automation', group: 'hidden' },
    },
    {
      path: '/automations/$id',
      screen: screen('AutomationPage', () => import('./editor/AutomationPage.tsx')),
      place: { ...place, id: 'automation', group: 'hidden' },
    },
  ],
  offline: ['automations'],
})
