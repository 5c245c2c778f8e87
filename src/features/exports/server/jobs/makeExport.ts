import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import { fileStore } from '../../../../integrations/files/client.ts'
import { removeUnused } from '../../../../integrations/files/removeUnused.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { Change, JobContext, Viewer } from '../../../../platform/server/context.ts'
import { Refusal } from '../../../../platform/server/errors.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { chosenIds, LeadSelection } from '../../../leads/contract/filters.ts'
import { selectedLeads } from '../../../leads/server/queries/selection.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { cellOf } from '../../rules/cells.ts'
import { sightOf } from '../../rules/sight.ts'
import {
  advance,
  beginAttempt,
  endAbandoned,
  endExport,
  filesInUse,
  finishExport,
  lockUnfinished,
  purgeOldFiles,
  type StoredExport,
} from '../queries/exports.ts'
import { leadsToWrite } from '../queries/rows.ts'
import { beginSheet } from './sheets.ts'

/** Leads read and written at once; between two such pieces everybody else gets their turn. */
const PIECE = 500
const ROWS_PER_BREATH = 50
const HOUR_MS = 3_600_000
const FAILED = 'The file could not be written. Try again.'

/** Where the files of exports are. */
export const exportFiles = (config: Config): FileStore => fileStore(config, 'exports')

/** Tells the owner that something became of an export. */
export const notifyOwner = (ctx: Change, { id, user_id }: Pick<StoredExport, 'id' | 'user_id'>): void =>
  ctx.changed('exports', [id], [`user:${user_id}`])

const Data = z.object({ export_id: Id })

/** Writes the file of an export. A run that was killed is begun anew, with the leads that were chosen the first time. */
export const makeExport: Job<z.output<typeof Data>> = defineJob({
  name: 'make-export',
  title: 'Make an export',
  data: Data,
  expireInSeconds: 3600,
  concurrency: 2,
  run: async (ctx, { export_id }) => {
    const attempt = await begin(ctx, export_id)
    if (!attempt) return
    const store = exportFiles(ctx.config)
    const name = randomUUID()
    const isStored = await write(ctx, attempt, { store, name }).catch(error => giveUp(ctx, attempt.stored, error))
    if (!isStored) await store.remove(name)
  },
})

/** Whoever waits is told at once; only a process that stops leaves its work to another one. */
async function giveUp(ctx: JobContext, stored: StoredExport, error: unknown): Promise<false> {
  if (!ctx.signal.aborted) {
    ctx.log.error({ err: error, export_id: stored.id }, 'an export failed')
    await ctx.transaction(async tx => {
      if (await endExport(tx, stored.id, { status: 'failed', problem: FAILED })) notifyOwner(tx, stored)
    })
    return false
  }
  throw error
}

interface Attempt {
  stored: StoredExport
  attempt: string
  viewer: Viewer
  ids: readonly number[]
}

/** Chooses the leads under the rights of whoever asked, as they are now. */
function begin(ctx: JobContext, id: number): Promise<Attempt | null> {
  return ctx.transaction(async tx => {
    const stored = await lockUnfinished(tx, id)
    if (!stored) return null
    const viewer = await viewerOfUser(tx.db, stored.user_id)
    try {
      if (!viewer?.rights.has('export_leads')) throw new Refusal('forbidden', 'You no longer have the right to export.')
      const ids = stored.lead_ids ?? (await chosenLeads(tx, viewer, stored.selection))
      const attempt = randomUUID()
      await beginAttempt(tx, id, { attempt, lead_ids: ids, sight: sightOf(viewer) })
      notifyOwner(tx, stored)
      return { stored, attempt, viewer, ids }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await endExport(tx, id, { status: 'failed', problem: error.message })
      notifyOwner(tx, stored)
      return null
    }
  })
}

/** Chosen one by one, leads come in the order in which they were chosen. */
async function chosenLeads(tx: Change, viewer: Viewer, given: unknown): Promise<number[]> {
  const selection = LeadSelection.parse(given)
  const found = await selectedLeads({ ...tx, viewer }, selection)
  if (selection.all) return found
  const openable = new Set(found)
  return chosenIds(selection).filter(id => openable.has(id))
}

async function write(
  ctx: JobContext,
  { stored, attempt, viewer, ids }: Attempt,
  { store, name }: { store: FileStore; name: string },
): Promise<boolean> {
  const file = await store.create(name)
  try {
    const sheet = await beginSheet(stored.format, stored.columns, file)
    const written: number[] = []
    for (let from = 0; from < ids.length; from += PIECE) {
      if (ctx.signal.aborted) throw new Error('The process stops; another one begins this export anew.')
      for (const lead of await leadsToWrite({ ...ctx, viewer }, ids.slice(from, from + PIECE), stored.columns)) {
        await sheet.add(stored.columns.map(column => cellOf(lead, column, viewer.zone)))
        if (written.push(lead.id) % ROWS_PER_BREATH === 0) await breathe()
      }
      const done = Math.min(from + PIECE, ids.length)
      if (!(await publishProgress(ctx, stored, { attempt, done }))) {
        file.destroy()
        return false
      }
    }
    await sheet.end()
    return await finish(ctx, stored, { attempt, stored_as: name, written, viewer, store })
  } catch (error) {
    file.destroy()
    throw error
  }
}

const publishProgress = (ctx: JobContext, stored: StoredExport, { attempt, done }: { attempt: string; done: number }) =>
  ctx.transaction(async tx => {
    const goesOn = await advance(tx, stored.id, attempt, done)
    if (goesOn) notifyOwner(tx, stored)
    return goesOn
  })

interface Written {
  attempt: string
  stored_as: string
  /** The leads in the file. */
  written: readonly number[]
  viewer: Viewer
  store: FileStore
}

/** Puts the file in its place, with an entry in the audit log under the name of who asked. */
async function finish(
  ctx: JobContext,
  stored: StoredExport,
  { attempt, stored_as, written, viewer, store }: Written,
): Promise<boolean> {
  const opened = await store.open(stored_as)
  opened?.body.destroy()
  const file_size = opened?.size ?? 0
  const { format, columns, selection } = stored
  const actor = { user_id: stored.made_by, is_possession: stored.made_by !== stored.user_id }
  return ctx.transaction(
    async tx => {
      if (!(await finishExport(tx, stored.id, { attempt, stored_as, file_size, lead_ids: written }))) return false
      tx.audit({
        subject: 'export',
        subject_id: stored.id,
        after: { rows: written.length, format, columns, selection, file_size },
      })
      notifyOwner(tx, stored)
      return true
    },
    { viewer, actor },
  )
}

/** Deletes files after a day, and what killed runs left behind; ends exports that no worker finished. */
export const purgeExports: Job = defineJob({
  name: 'forget-exports',
  title: 'Delete old exports',
  data: z.object({}),
  cron: '*/30 * * * *',
  run: async ctx => {
    await ctx.transaction(async tx => {
      for (const forgotten of await endAbandoned(tx, FAILED)) notifyOwner(tx, forgotten)
    })
    const store = exportFiles(ctx.config)
    for (const name of await ctx.transaction(purgeOldFiles)) await store.remove(name)
    await removeUnused(store, new Date(ctx.now.getTime() - HOUR_MS), names => filesInUse(ctx, names))
  },
})
