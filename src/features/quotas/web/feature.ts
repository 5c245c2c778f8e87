import { IconGauge, IconListNumbers } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { quotaRulesParts } from './extensions.ts'

export const quotasWeb = defineWebFeature({
  pages: [
    {
      path: '/quota_rules',
      screen: screen('QuotaRulesPage', () => import('./ladders/QuotaRulesPage.tsx'), quotaRulesParts),
      place: {
        id: 'quota_rules',
        tooltip: 'Quota Rules',
        icon: IconListNumbers,
        roles: ['admin'],
        minimumWidth: 768,
        group: 'office',
        order: 10,
        key: 'q',
      },
    },
    {
      path: '/agent_quotas',
      screen: screen('AgentQuotasPage', () => import('./agents/AgentQuotasPage.tsx')),
      place: {
        id: 'agent_quotas',
        tooltip: 'Agent Quotas',
        icon: IconGauge,
        roles: ['admin'],
        minimumWidth: 768,
        group: 'office',
        order: 20,
      },
    },
  ],
  offline: [],
})
