import { defineFeature } from '../../../platform/server/feature.ts'
import { tagCalls } from '../contract.ts'
import { assignTags, unassignTags } from './commands/bulk.ts'
import { tagHandlers } from './handlers.ts'
import { clearTag } from './jobs.ts'

/** What the server runs of this feature. */
export const tagsFeature = defineFeature({
  name: 'tags',
  calls: tagCalls,
  handlers: tagHandlers,
  jobs: [clearTag],
  bulkActions: [assignTags, unassignTags],
  demo: () => import('../demo.ts'),
})
