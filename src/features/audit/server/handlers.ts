import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { notFound } from '../../../platform/server/errors.ts'
import { type auditCalls, MAX_EXPORTED_ENTRIES } from '../contract.ts'
import { auditLines, revertEntry, withSentences } from './commands.ts'
import { auditBatches, auditEntries, auditEntry } from './queries.ts'

export const auditHandlers: Handlers<typeof auditCalls> = {
  list: async (ctx, filters) => withSentences(ctx, await auditEntries(ctx, filters)),

  async export(ctx, filters, { sendFile }) {
    await ctx.transaction(async change => change.audit({ subject: 'audit log', subject_id: null, after: filters }))
    const lines = auditLines(ctx, auditBatches(ctx, filters, MAX_EXPORTED_ENTRIES))
    const body = Readable.from(lines).pipe(stringify({ bom: true, escape_formulas: true }))
    sendFile({ filename: `Audit log ${dayOf(ctx.now)}.csv`, type: 'text/csv; charset=utf-8', body })
    return {}
  },

  async revert(ctx, { id }) {
    const entry = await auditEntry(ctx, id)
    if (!entry) throw notFound('entry')
    await revertEntry(ctx, entry)
    return { id }
  },
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
