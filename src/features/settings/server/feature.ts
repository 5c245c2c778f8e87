import { defineFeature } from '../../../platform/server/feature.ts'
import { settingsCalls } from '../contract.ts'
import { maintenanceGuard } from './commands.ts'
import { settingsHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const settingsFeature = defineFeature({
  name: 'settings',
  calls: settingsCalls,
  handlers: settingsHandlers,
  guards: [maintenanceGuard],
  demo: () => import('../demo/seed.ts'),
})
