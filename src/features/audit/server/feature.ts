import { defineFeature } from '../../../platform/server/feature.ts'
import { auditCalls } from '../contract.ts'
import { gatherAuditTexts } from './commands.ts'
import { auditHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const auditFeature = defineFeature({
  name: 'audit',
  calls: auditCalls,
  handlers: auditHandlers,
  audit: { sentences: { export: 'exported the audit log' } },
  gather: gatherAuditTexts,
})
