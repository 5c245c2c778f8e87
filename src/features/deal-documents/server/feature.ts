import { defineFeature } from '../../../platform/server/feature.ts'
import { dealDocumentCalls } from '../contract.ts'
import { dealDocumentHandlers } from './handlers.ts'
import { purgeDocumentFiles, scanDocuments } from './jobs.ts'
import { contributeDocumentTypes, contributeGaps } from './listeners.ts'

/** What the server runs of this feature. */
export const dealDocumentsFeature = defineFeature({
  name: 'deal-documents',
  calls: dealDocumentCalls,
  handlers: dealDocumentHandlers,
  jobs: [purgeDocumentFiles, scanDocuments],
  listeners: [contributeDocumentTypes, contributeGaps],
  audit: {
    sentences: {
      upload: 'added documents to a deal',
      rename: 'renamed a document of a deal to {text file_name}',
      remove: 'removed a document of a deal',
      restore: 'restored a document of a deal',
      assign: 'assigned pages to a required document of a deal',
      unassign: 'took a document back from a required one of a deal',
      review: 'reviewed a document of a deal',
      'scan-documents': 'found malware in a document of a deal',
    },
  },
  demo: () => import('../demo.ts'),
})
