import { defineWebFeature } from '../../../platform/web/feature.ts'
import { leadPanels } from '../../leads/web/extensions.ts'

export const notesWeb = defineWebFeature({
  topBar: [{ id: 'mentions', load: async () => (await import('./Mentions.tsx')).Mentions }],
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: ['mentions'],
})
