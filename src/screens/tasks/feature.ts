import { IconCheckbox } from '@tabler/icons-react'
import { useTasksBadge } from '../../features/tasks/web/client/badges.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

/** The tasks of an agent's days, with whom they are about. */
export const tasksScreen = defineWebFeature({
  pages: [
    {
      path: '/tasks',
      screen: screen('TasksScreen', () => import('./TasksScreen.tsx')),
      place: {
        id: 'tasks',
        tooltip: 'Tasks',
        icon: IconCheckbox,
        roles: ['agent'],
        badge: { useCount: useTasksBadge, asks: true },
        group: 'work',
        order: 40,
        exact: true,
        key: 't',
      },
    },
  ],
  offline: [],
})
