import { defineFeature } from '../../../platform/server/feature.ts'
import { settingsCalls } from '../contract.ts'
import { maintenanceGuard } from './commands/maintenance.ts'
import { settingsReverts } from './commands/reverts.ts'
import { settingsHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const settingsFeature = defineFeature({
  name: 'settings',
  calls: settingsCalls,
  handlers: settingsHandlers,
  guards: [maintenanceGuard],
  audit: {
    sentences: {
      setMaintenance: 'changed the planned maintenance',
      setNotice: 'changed the notice above every screen',
      setFeature: 'switched the feature {text feature}',
      setFeatureReach: 'switched the feature {text name}',
      setFeatureOptions: {
        did: 'changed the feature {text name}',
        refused: 'was refused: a right that they do not hold',
      },
    },
    reverts: settingsReverts,
  },
  demo: () => import('../demo/seed.ts'),
})
