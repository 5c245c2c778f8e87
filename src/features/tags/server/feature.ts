import { defineFeature } from '../../../platform/server/feature.ts'
import { tagCalls } from '../contract.ts'
import { assignTags, unassignTags } from './commands/bulk.ts'
import { tagHandlers } from './handlers.ts'
import { clearTag } from './jobs.ts'
import { tagNames } from './queries/tags.ts'

/** What the server runs of this feature. */
export const tagsFeature = defineFeature({
  name: 'tags',
  calls: tagCalls,
  handlers: tagHandlers,
  jobs: [clearTag],
  bulkActions: [assignTags, unassignTags],
  audit: {
    sentences: {
      tagLead: 'changed the tags of {lead}',
      create: 'added the tag {tag}',
      update: 'changed the tag {tag}',
      remove: 'deleted the tag {text name}',
      restore: 'restored the tag {tag}',
      assign: 'added tags to {leads}',
      unassign: 'removed tags from {leads}',
      merge: 'merged the tag {text name} into another',
      makeDefault: 'made {tag} a default tag',
    },
    names: { tag: tagNames },
  },
  demo: () => import('../demo.ts'),
})
