import { IconHandStop } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { useSession } from '../../people/web/client/viewer.ts'

/** Agents with the pool hear of it, once their first screen is there. */
function useIsNeeded(): boolean {
  const { user } = useSession()
  const isSettled = useSettled()
  return isSettled && user?.agent_id != null && user.features.includes('claim_leads')
}

export const claimingWeb = defineWebFeature({
  pages: [
    {
      path: '/claim_leads',
      screen: screen('ClaimLeadsPage', () => import('./ClaimLeadsPage.tsx')),
      place: {
        id: 'claim_leads',
        tooltip: 'Claim Leads',
        icon: IconHandStop,
        roles: ['agent'],
        feature: 'claim_leads',
        group: 'work',
        order: 20,
      },
    },
  ],
  overShell: [{ id: 'pool-news', load: async () => (await import('./PoolNews.tsx')).PoolNews, useIsNeeded }],
  // What others may have claimed meanwhile is nothing to read without a network.
  offline: [],
})
