import { defineFeature } from '../../../platform/server/feature.ts'
import { archiveCalls } from '../contract.ts'
import { archiveHandlers } from './handlers.ts'
import { archiveKind, makeArchive, purgeArchives } from './jobs/makeArchive.ts'

/** What the server runs of this feature. */
export const archiveFeature = defineFeature({
  name: 'archive',
  calls: archiveCalls,
  handlers: archiveHandlers,
  jobs: [makeArchive, purgeArchives],
  notificationKinds: [archiveKind],
  audit: {
    sentences: {
      create: 'began an archive of everything',
      cancel: 'cancelled an archive of everything',
      file: 'downloaded an archive of everything',
      'make-archive': 'finished an archive of everything',
    },
  },
})
