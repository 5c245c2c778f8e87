import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadPanels } from '../../leads/web/extensions.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { calendarEntries } from '../../tasks/web/extensions.ts'

export const showingsWeb = defineWebFeature({
  pages: [{ path: '/visits/$token', screen: screen('VisitPage', () => import('./VisitPage.tsx')), place: 'public' }],
  overShell: [
    {
      id: 'showings',
      load: async () => (await import('./ShowingWatch.tsx')).ShowingWatch,
      useIsNeeded: useIsAgentSettled,
    },
  ],
  adds: [
    leadPanels.from(() => import('./leadPanels.ts')),
    calendarEntries.from(() => import('./CalendarShowings.tsx')),
  ],
  offline: ['showings'],
})
