import { usePeekOpen } from '../../features/leads/web/client/peek.ts'
import { leadHeaderActions, leadMenuActions, leadPanels, leadsExtensions } from '../../features/leads/web/extensions.ts'
import { milestoneExtras } from '../../features/milestones/web/extensions.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'
import { earlyCalls } from './call/earlyCalls.ts'
import { useNoteTask } from './modals/noteTask.ts'

/** The page of one lead, with the panels that features give to it, and what is written down about a lead over any screen. */
export const leadScreen = defineWebFeature({
  pages: [
    {
      path: '/leads/$slug',
      screen: screen(
        'LeadPage',
        () => import('./LeadPage.tsx'),
        leadPanels,
        leadHeaderActions,
        leadMenuActions,
        milestoneExtras,
      ),
      place: {
        id: 'lead',
        tooltip: 'Lead',
        roles: ['agent', 'admin', 'deals'],
        permission: 'view_leads',
        group: 'hidden',
      },
    },
  ],
  overShell: [
    {
      id: 'note-task',
      load: async () => (await import('./modals/LeadModal.tsx')).LeadModal,
      useIsNeeded: () => useNoteTask() !== null,
      isFetchedEarly: true,
    },
    {
      id: 'peek',
      load: async () => (await import('./peek/Peek.tsx')).Peek,
      useIsNeeded: usePeekOpen,
      isFetchedEarly: true,
    },
    { id: 'calls', load: earlyCalls.fetching(async () => (await import('./call/CallWatch.tsx')).CallWatch) },
  ],
  adds: [leadPanels.from(() => import('./leadPanels.ts')), leadsExtensions.from(() => import('./leadsExtensions.ts'))],
  offline: [],
})
