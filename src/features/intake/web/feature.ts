import { IconInbox } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { useIntakeBadge } from './badge.ts'

function useIsAdminSettled(): boolean {
  const { isAdmin } = useSession()
  const isSettled = useSettled()
  return isAdmin && isSettled
}

export const intakeWeb = defineWebFeature({
  pages: [
    {
      path: '/intake',
      screen: screen('IntakePage', () => import('./IntakePage.tsx')),
      place: {
        id: 'intake',
        tooltip: 'Intake',
        icon: IconInbox,
        roles: ['admin'],
        badge: { useCount: useIntakeBadge, asks: true },
        group: 'office',
        order: 25,
      },
    },
  ],
  overShell: [
    { id: 'intake', load: async () => (await import('./IntakeWatch.tsx')).IntakeWatch, useIsNeeded: useIsAdminSettled },
  ],
  offline: [],
})
