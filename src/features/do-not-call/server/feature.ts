import { defineFeature } from '../../../platform/server/feature.ts'
import { doNotCallCalls } from '../contract.ts'
import { checkList, objectToListed, objectToNotCalled } from './commands.ts'
import { doNotCallHandlers } from './handlers.ts'
import { findDoNotCallLists, readDoNotCallList } from './jobs/lists.ts'

/** What the server runs of this feature. */
export const doNotCallFeature = defineFeature({
  name: 'do-not-call',
  calls: doNotCallCalls,
  handlers: doNotCallHandlers,
  sendingObjections: [objectToListed, objectToNotCalled],
  checkup: checkList,
  jobs: [readDoNotCallList, findDoNotCallLists],
  audit: {
    sentences: {
      upload: 'uploaded a do-not-call list',
      look: 'looked for do-not-call lists in the folder',
      cancel: 'cancelled the import of a do-not-call list',
      'read-do-not-call-list': 'imported a do-not-call list',
      'find-do-not-call-lists': 'found a do-not-call list in the folder',
    },
  },
  demo: () => import('../demo.ts'),
})
