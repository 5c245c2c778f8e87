import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { fileStore } from '../../../../integrations/files/client.ts'
import { removeUnused } from '../../../../integrations/files/removeUnused.ts'
import type { FileStore } from '../../../../integrations/files/store.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { Audience, Change, JobContext, Viewer } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import type { NotificationKind } from '../../../notifications/server/commands/kinds.ts'
import { notify } from '../../../notifications/server/commands/notify.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { ARCHIVE_HOURS, ARCHIVE_RIGHT } from '../../contract.ts'
import {
  advance,
  beginAttempt,
  endAbandoned,
  endArchive,
  filesInUse,
  finishArchive,
  purgeOldFiles,
  type StoredArchive,
} from '../queries/archives.ts'
import { type ArchiveProgress, PARTS, writeArchive } from './writeArchive.ts'

const FAILED = 'The archive could not be written. Try again.'
const REPORT_EVERY_MS = 1000
const HOUR_MS = 3_600_000

/** Where archives are. */
export const archiveStore = (config: Config): FileStore => fileStore(config, 'archives')

/** Those who see archives. */
const archivists: readonly Audience[] = [`right:${ARCHIVE_RIGHT}`]

/** Tells browsers that something became of an archive. */
export const publishArchive = (ctx: Change, id: number): void => ctx.changed('archives', [id], archivists)

/** An archive that is there. */
export const archiveKind: NotificationKind = {
  name: 'archive',
  label: 'Archives that are ready',
  icon: 'bell',
  defaults: { screen: true, push: true, text: false, email: true },
  fallback: null,
  isAlwaysShown: true,
  isAnnounced: true,
  right: ARCHIVE_RIGHT,
}

/** It was cancelled, or another process works on it by now. */
class Superseded extends Error {}

const Data = z.object({ archive_id: Id })

/** Writes an archive. A run that was killed is begun anew. */
export const makeArchive: Job<z.output<typeof Data>> = defineJob({
  name: 'make-archive',
  title: 'Make an archive of everything',
  data: Data,
  expireInSeconds: 4 * 3600,
  run: async (ctx, { archive_id }) => {
    const attempt = randomUUID()
    const begun = await begin(ctx, archive_id, attempt)
    if (!begun) return
    const store = archiveStore(ctx.config)
    const name = randomUUID()
    try {
      const done = await writeArchive(ctx, { store, name, report: reporter(ctx, archive_id, attempt) })
      if (await finish(ctx, begun, { attempt, store, name, done })) return
      await store.remove(name)
    } catch (error) {
      await store.remove(name)
      if (ctx.signal.aborted) throw error
      if (!(error instanceof Superseded)) await giveUp(ctx, archive_id, error)
    }
  },
})

interface Begun {
  stored: StoredArchive
  viewer: Viewer
}

/** Whoever asked must still have the right when the work begins. */
function begin(ctx: JobContext, id: number, attempt: string): Promise<Begun | null> {
  return ctx.transaction(async tx => {
    const stored = await beginAttempt(tx, id, { attempt, parts: PARTS })
    if (!stored) return null
    publishArchive(tx, id)
    const viewer = await viewerOfUser(tx.db, stored.user_id)
    if (viewer?.rights.has(ARCHIVE_RIGHT)) return { stored, viewer }
    await endArchive(tx, id, { status: 'failed', problem: 'You no longer have the right to it.' })
    return null
  })
}

/** Keeps how far the work is, now and then, and stops it when it was cancelled or the process ends. */
function reporter(ctx: JobContext, id: number, attempt: string): (done: ArchiveProgress) => Promise<void> {
  let reportedAt = 0
  return async done => {
    if (ctx.signal.aborted) throw new Error('The process stops; another one begins this archive anew.')
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    const goesOn = await ctx.transaction(async tx => {
      const isMine = await advance(tx, id, attempt, done)
      if (isMine) publishArchive(tx, id)
      return isMine
    })
    if (!goesOn) throw new Superseded('cancelled')
  }
}

async function giveUp(ctx: JobContext, id: number, error: unknown): Promise<void> {
  ctx.log.error({ err: error, archive_id: id }, 'an archive failed')
  await ctx.transaction(async tx => {
    if (await endArchive(tx, id, { status: 'failed', problem: FAILED })) publishArchive(tx, id)
  })
}

/** Puts the file in its place, with an entry in the audit log under the name of who asked, who is told. */
async function finish(
  ctx: JobContext,
  { stored, viewer }: Begun,
  { attempt, store, name, done }: { attempt: string; store: FileStore; name: string; done: ArchiveProgress },
): Promise<boolean> {
  const opened = await store.open(name)
  opened?.body.destroy()
  const file_size = opened?.size ?? 0
  const actor = { user_id: stored.made_by, is_possession: stored.made_by !== stored.user_id }
  return ctx.transaction(
    async tx => {
      await advance(tx, stored.id, attempt, done)
      if (!(await finishArchive(tx, stored.id, { attempt, stored_as: name, file_size }))) return false
      tx.audit({
        subject: 'archive',
        subject_id: stored.id,
        after: { rows: done.rows, files: done.files, file_size },
      })
      await notify(tx, {
        to: { users: [stored.user_id] },
        kind: archiveKind,
        cause: `archive ${stored.id}`,
        title: 'The archive of everything is ready',
        body: `It can be downloaded for ${ARCHIVE_HOURS} hours.`,
        path: '/admin?section=archive',
        alsoAuthor: true,
      })
      publishArchive(tx, stored.id)
      return true
    },
    { viewer, actor },
  )
}

/** Deletes archives after a day, and what killed runs left behind; ends those that no worker finished. */
export const purgeArchives: Job = defineJob({
  name: 'forget-archives',
  title: 'Delete old archives',
  data: z.object({}),
  cron: '*/30 * * * *',
  run: async ctx => {
    await ctx.transaction(async tx => {
      for (const id of await endAbandoned(tx, FAILED)) publishArchive(tx, id)
    })
    const store = archiveStore(ctx.config)
    for (const name of await ctx.transaction(purgeOldFiles)) await store.remove(name)
    await removeUnused(store, new Date(ctx.now.getTime() - 24 * HOUR_MS), names => filesInUse(ctx, names))
  },
})
