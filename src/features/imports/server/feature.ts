import { defineFeature } from '../../../platform/server/feature.ts'
import { importCalls } from '../contract.ts'
import { importHandlers } from './handlers.ts'
import { dryRunImport } from './jobs/dryRun.ts'
import { importRows } from './jobs/importRows.ts'
import { purgeImportFiles, undoImport } from './jobs/undoRows.ts'

/** What the server runs of this feature. */
export const importsFeature = defineFeature({
  name: 'imports',
  calls: importCalls,
  handlers: importHandlers,
  jobs: [importRows, dryRunImport, undoImport, purgeImportFiles],
  audit: {
    sentences: {
      upload: 'uploaded {text file_name} for import',
      start: 'started an import of leads',
      'dry-run': 'tried an import of leads without saving it',
      cancel: 'cancelled an import of leads',
      undo: 'took an import of leads back',
      'import-rows': 'imported leads from {text file_name}',
      'undo-import': 'took an import of leads back',
    },
  },
})
