import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { auditCalls } from '../contract.ts'
import { auditEntries } from './queries.ts'

export const auditHandlers: Handlers<typeof auditCalls> = {
  list: (ctx, filters) => auditEntries(ctx, filters),
}
