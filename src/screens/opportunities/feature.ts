import { IconBulb } from '@tabler/icons-react'
import { useOpportunitiesBadge } from '../../features/opportunities/web/client/badge.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

const opportunitiesScreen = screen('OpportunitiesScreen', () => import('./OpportunitiesScreen.tsx'))

const place = {
  id: 'opportunities',
  tooltip: 'Opportunities',
  icon: IconBulb,
  roles: ['agent'],
  badge: { useCount: useOpportunitiesBadge, asks: false },
  group: 'work',
  order: 50,
  key: 'o',
} as const

/** Whom an agent should contact now, and why. */
export const opportunitiesScreens = defineWebFeature({
  pages: [
    { path: '/opportunities', screen: opportunitiesScreen, place },
    {
      path: '/opportunities/$id',
      screen: opportunitiesScreen,
      place: { id: 'opportunity', tooltip: 'Opportunity', roles: ['agent'], group: 'hidden' },
    },
  ],
  offline: [],
})
