import { IconArrowsExchange } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { useSettled } from '../../../platform/web/page/useSettled.ts'
import { leadPanels, leadsExtensions } from '../../leads/web/extensions.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { adminSections } from '../../settings/web/extensions.ts'
import { openTransfers, useTransfersOpen } from './client/overlay.ts'

/** Once the first screen is there, or as soon as the person asks. */
function useIsNeeded(): boolean {
  const { permissions } = useSession()
  const isSettled = useSettled()
  const isOpen = useTransfersOpen()
  return permissions.includes('view_leads') && (isSettled || isOpen)
}

export const transfersWeb = defineWebFeature({
  overShell: [{ id: 'transfers', load: async () => (await import('./TransfersHost.tsx')).TransfersHost, useIsNeeded }],
  drawerActions: [
    {
      id: 'transfers',
      label: 'Lead Transfers',
      icon: IconArrowsExchange,
      permission: 'view_leads',
      run: openTransfers,
      useFirstCount: () => useSession().user?.lead_transfers.length ?? 0,
      loadCount: async () => (await import('./TransfersBadge.tsx')).TransfersBadge,
    },
  ],
  adds: [
    leadPanels.from(() => import('./leadPanels.ts')),
    leadsExtensions.from(() => import('./leadsExtensions.ts')),
    adminSections.from(() => import('./adminSections.ts')),
  ],
  offline: ['transfers'],
})
