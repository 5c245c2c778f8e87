import { IconUsers } from '@tabler/icons-react'
import { leadsExtensions } from '../../features/leads/web/extensions.ts'
import { session } from '../../features/people/web/client/viewer.ts'
import { reportError } from '../../platform/web/errorReports.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

const leadsScreen = screen('LeadsScreen', () => import('./LeadsScreen.tsx'), leadsExtensions)

/** Asks for the rows that the list opens with. */
const arriveAt = (ownOnly: boolean) => (search: unknown) => {
  const state = session.read()
  import('../../features/leads/web/client/prefetch.ts').then(
    ({ prefetchLeads }) => prefetchLeads(state, ownOnly, search),
    reportError,
  )
}

/** The list of leads, with what features add to it. */
export const leadsScreens = defineWebFeature({
  pages: [
    {
      path: '/leads',
      screen: leadsScreen,
      arrive: arriveAt(false),
      place: {
        id: 'leads',
        tooltip: 'Leads',
        icon: IconUsers,
        roles: ['agent'],
        permission: 'view_all_leads',
        group: 'work',
        order: 30,
        exact: true,
        key: 'l',
      },
    },
    {
      path: '/leads_v2',
      screen: leadsScreen,
      arrive: arriveAt(true),
      place: {
        id: 'leads_v2',
        tooltip: 'My Leads',
        roles: ['agent'],
        feature: 'my-leads',
        group: 'hidden',
        exact: true,
      },
    },
  ],
  offline: [],
})
