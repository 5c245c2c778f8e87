import { IconCalendarTime } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { leadPanels } from '../../leads/web/extensions.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { quotaRulesParts } from '../../quotas/web/extensions.ts'
import { adminSections } from '../../settings/web/extensions.ts'

/** Agents are offered leads, once their first screen is there. */
function useIsNeeded(): boolean {
  const { user } = useSession()
  const isSettled = useSettled()
  return isSettled && user?.agent_id != null
}

export const distributionWeb = defineWebFeature({
  pages: [
    {
      path: '/distribution/$slug',
      screen: screen('DistributionPage', () => import('./ledger/DistributionPage.tsx')),
      place: { id: 'distribution', tooltip: 'Distribution', roles: ['admin'], group: 'hidden' },
    },
    {
      path: '/offers',
      screen: screen('OwnOffersPage', () => import('./ledger/OwnOffersPage.tsx')),
      place: { id: 'offers', tooltip: 'Offers and skips', roles: ['agent'], group: 'hidden' },
    },
    {
      path: '/working-hours',
      screen: screen('OwnHoursPage', () => import('./availability/OwnHoursPage.tsx')),
      place: { id: 'working_hours', tooltip: 'Working hours', roles: ['agent'], group: 'hidden' },
    },
    {
      path: '/admin/working-hours',
      screen: screen('TeamHoursPage', () => import('./availability/TeamHoursPage.tsx')),
      place: {
        id: 'team_hours',
        tooltip: 'Working Hours',
        icon: IconCalendarTime,
        roles: ['admin'],
        group: 'office',
        order: 22,
      },
    },
  ],
  overShell: [{ id: 'offers', load: async () => (await import('./offers/OffersHost.tsx')).OffersHost, useIsNeeded }],
  adds: [
    quotaRulesParts.from(() => import('./quotaRulesParts.ts')),
    leadPanels.from(() => import('./leadPanels.ts')),
    adminSections.from(() => import('./adminSections.ts')),
  ],
  offline: [],
})
