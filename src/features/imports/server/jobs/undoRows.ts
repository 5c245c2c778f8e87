import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Change } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { removeLeads } from '../../../leads/server/commands/removal.ts'
import { rewriteLeads } from '../../../leads/server/commands/rewrite.ts'
import { lockArrivals, samePeople } from '../../../leads/server/queries/arrivals.ts'
import { lockRecords } from '../../../leads/server/queries/records.ts'
import { lockImport, purgeOldFiles, setStatus } from '../queries/imports.ts'
import {
  entriesToUndo,
  fieldsBefore,
  leadsToUndo,
  recordUndone,
  tagsOfImport,
  undoEntries,
  untouchedLeads,
} from '../queries/undoing.ts'
import { importers, importFolder } from './importRows.ts'

const BATCH_LEADS = 500
const RUN_MS = 15_000
const Data = z.object({ import_id: Id })

/** Takes an import back, lead by lead in batches; goes on where it stopped. */
export const undoImport: Job<z.output<typeof Data>> = defineJob({
  name: 'undo-import',
  title: 'Take back an import',
  data: Data,
  expireInSeconds: 45,
  run: async (ctx, { import_id }) => {
    const startedAt = performance.now()
    for (let goesOn = true; goesOn; ) {
      const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
      goesOn = await ctx.transaction(async tx => {
        const more = await undoBatch(tx, import_id)
        if (more && isOver) await enqueueUndo(tx, import_id)
        return more && !isOver
      })
    }
  },
})

/** Enqueues the next run of an undo. */
export const enqueueUndo = (ctx: Change, import_id: number): Promise<void> =>
  ctx.enqueue(undoImport, { import_id }, { singletonKey: `undo-${import_id}` })

async function undoBatch(tx: Change, id: number): Promise<boolean> {
  const stored = await lockImport(tx, id)
  if (stored.status !== 'undoing') return false
  const quiet: Change = { ...tx, audit: () => {}, changed: () => {} }
  const isHistory = stored.holds === 'history'
  const left = isHistory ? await entriesToUndo(tx, id, BATCH_LEADS) : await leadsToUndo(tx, id, BATCH_LEADS)
  if (left.length > 0) await (isHistory ? undoEntries(quiet, id, left) : undoLeads(quiet, id, left))
  else {
    await setStatus(tx, id, 'undone')
    const { deleted, restored, kept } = stored
    tx.audit({ subject: 'import', subject_id: id, after: { undone: true, deleted, restored, kept } })
  }
  tx.changed('imports', [id], importers)
  tx.changed('leads', [], ['everyone'])
  return left.length > 0
}

/** Takes back what an import did to these leads; leads that somebody touched stay as they are. */
async function undoLeads(ctx: Change, importId: number, leads: readonly number[]): Promise<void> {
  await lockArrivals(ctx)
  const free = await untouchedLeads(ctx, importId, leads)
  const deleted = free.filter(lead => lead.made).map(lead => lead.id)
  await removeLeads(ctx, deleted)
  const restored = await restoreLeads(
    ctx,
    importId,
    free.filter(lead => !lead.made).map(lead => lead.id),
  )
  await recordUndone(ctx, importId, leads, {
    deleted,
    restored,
    kept: leads.length - deleted.length - restored.length,
  })
}

/** Puts fields back; not on leads whose former address somebody else has by now: one person would be two leads. */
async function restoreLeads(ctx: Change, importId: number, ids: readonly number[]): Promise<number[]> {
  const befores = await fieldsBefore(ctx, importId, ids)
  const records = await lockRecords(ctx, ids)
  const added = await tagsOfImport(ctx, importId, ids)
  const rewrites = [...records.values()].map(before => {
    const after = { ...before, ...befores.get(before.id) }
    // Only the import's own tags go: what was there before may have been merged into other tags since.
    return { before, after: { ...after, tag_ids: before.tag_ids.filter(tag => !added.get(before.id)?.has(tag)) } }
  })
  const emails = rewrites.flatMap(({ after }) => foldEmail(after.email) ?? [])
  const phones = rewrites.flatMap(({ after }) => after.phone ?? [])
  const owners = Map.groupBy(await samePeople(ctx, emails, phones), person => person.key)
  const isFree = (key: string | null, id: number) =>
    key === null || (owners.get(key) ?? []).every(owner => owner.id === id)
  const free = rewrites.filter(({ after }) => isFree(foldEmail(after.email), after.id) && isFree(after.phone, after.id))
  await rewriteLeads(ctx, free)
  return free.map(({ after }) => after.id)
}

/** Deletes the files of imports that can no longer be undone, or were never started. */
export const purgeImportFiles: Job = defineJob({
  name: 'forget-import-files',
  title: 'Delete the files of old imports',
  data: z.object({}),
  cron: '20 4 * * *',
  run: async ctx => {
    const files = await ctx.transaction(tx => purgeOldFiles(tx))
    await Promise.all(files.map(file => rm(join(importFolder(ctx.config), file), { force: true })))
  },
})
