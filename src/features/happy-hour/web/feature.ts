import { IconClock, IconFlame, IconReportAnalytics } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { useIsAgentSettled } from '../../people/web/client/agent.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { liveState, watchLiveState } from './liveState.ts'

/** Agents with the feature, once the first screen is there. */
function useIsNeeded(): boolean {
  const { user } = useSession()
  const isSettled = useIsAgentSettled()
  return isSettled && (user?.features.includes('happy_hour') ?? false)
}

export const happyHourWeb = defineWebFeature({
  pages: [
    {
      path: '/happy_hour',
      screen: screen('HappyHourPage', () => import('./session/HappyHourPage.tsx')),
      place: {
        id: 'happy_hour',
        tooltip: 'Happy Hour',
        icon: IconFlame,
        roles: ['agent'],
        feature: 'happy_hour',
        group: 'work',
        order: 10,
        key: 'h',
        badge: {
          useCount: () => useSyncExternalStore(watchLiveState, () => liveState().outstanding),
          asks: true,
          useHighlight: () => useSyncExternalStore(watchLiveState, () => liveState().highlight),
        },
      },
    },
    {
      path: '/admin/happy-hour-settings',
      screen: screen('SettingsPage', () => import('./settings/SettingsPage.tsx')),
      place: {
        id: 'happy_hour_settings',
        tooltip: 'Happy Hour Settings',
        icon: IconClock,
        roles: [],
        permission: 'manage_happy_hour_permissions',
        group: 'office',
        order: 50,
      },
    },
    {
      path: '/admin/happy-hour-report',
      screen: screen('ReportPage', () => import('./report/ReportPage.tsx')),
      place: {
        id: 'happy_hour_report',
        tooltip: 'Happy Hour Report',
        icon: IconReportAnalytics,
        roles: [],
        permission: 'view_happy_hour_reports',
        group: 'office',
        order: 60,
      },
    },
  ],
  overShell: [
    { id: 'happy-hour', load: async () => (await import('./session/HappyHourWatch.tsx')).HappyHourWatch, useIsNeeded },
  ],
  // A session is a race with others: there is nothing to do in it without a network.
  offline: [],
})
