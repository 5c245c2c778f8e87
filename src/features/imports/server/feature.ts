import { defineFeature } from '../../../platform/server/feature.ts'
import { importCalls } from '../contract.ts'
import { importHandlers } from './handlers.ts'
import { importRows } from './jobs/importRows.ts'
import { purgeImportFiles, undoImport } from './jobs/undoRows.ts'

/** What the server runs of this feature. */
export const importsFeature = defineFeature({
  name: 'imports',
  calls: importCalls,
  handlers: importHandlers,
  jobs: [importRows, undoImport, purgeImportFiles],
})
