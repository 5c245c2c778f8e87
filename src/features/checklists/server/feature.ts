import { defineFeature } from '../../../platform/server/feature.ts'
import { checklistCalls } from '../contract.ts'
import { checklistHandlers } from './handlers.ts'
import { startChecklists } from './listeners.ts'

/** What the server runs of this feature. */
export const checklistsFeature = defineFeature({
  name: 'checklists',
  calls: checklistCalls,
  handlers: checklistHandlers,
  listeners: [startChecklists],
  audit: {
    sentences: {
      update: 'changed the checklist of a deal',
      addItem: 'added {text title} to the checklist of a deal',
      updateItem: 'changed an item of the checklist of a deal',
    },
  },
  demo: () => import('../demo.ts'),
})
