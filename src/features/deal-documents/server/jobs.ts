import { subDays } from 'date-fns'
import { z } from 'zod'
import { removeUnused } from '../../../integrations/files/removeUnused.ts'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { publishDocuments } from './commands/documents.ts'
import { deleteUnnamedFiles, namedHashes, pendingFiles, recordScan } from './queries.ts'
import { documentFiles } from './remote/contents.ts'
import { scanStream } from './remote/scanner.ts'

/**
 * Deletes contents that no document names: those of uploads that were broken off after their files were stored. A withdrawn
 * document names its content still.
 */
export const purgeDocumentFiles: Job<Record<string, unknown>> = defineJob({
  name: 'purge-document-files',
  title: 'Delete files that no document needs any more',
  data: z.object({}),
  cron: '55 8 * * *',
  keyed: true,
  async run(ctx) {
    const dayAgo = subDays(ctx.now, 1)
    await ctx.transaction(change => deleteUnnamedFiles(change, dayAgo))
    await removeUnused(documentFiles(ctx.config), dayAgo, hashes => namedHashes(ctx, hashes))
  },
})

/** Contents that one run has looked through at the most. */
const SCANNED_AT_ONCE = 50

/** Asks the scanner again about documents that came while it did not answer. What it calls infected cannot be opened. */
export const scanDocuments: Job<Record<string, unknown>> = defineJob({
  name: 'scan-documents',
  title: 'Scan documents for viruses',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    for (const hash of await pendingFiles(ctx, SCANNED_AT_ONCE)) {
      const file = await documentFiles(ctx.config).open(hash)
      if (!file) continue
      const scan = await scanStream(ctx.config, () => file.body)
      file.body.destroy()
      // The scanner still does not answer: the others can wait as well.
      if (scan.state === 'pending') return
      if (scan.state === 'too_large') continue
      const found = scan.state === 'infected' ? scan.found : null
      await ctx.transaction(async tx => {
        const deals = await recordScan(tx, hash, { scan: scan.state, found })
        if (found !== null)
          for (const id of deals) tx.audit({ subject: 'deal', subject_id: id, after: { malware: found, hash } })
        for (const id of deals) await publishDocuments(tx, id)
      })
    }
  },
})
