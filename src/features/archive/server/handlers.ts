import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns'
import { z } from 'zod'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import type { QueryContext, Viewer } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { secretsFor } from '../../../platform/server/secrets.ts'
import { Id, instantText } from '../../../platform/wire/fields.ts'
import { ARCHIVE_HOURS, type Archive, type archiveCalls, LINK_MINUTES } from '../contract.ts'
import { archiveStore, makeArchive, publishArchive } from './jobs/makeArchive.ts'
import { PARTS } from './jobs/writeArchive.ts'
import { endArchive, insertArchive, pageOfArchives, requireArchive, type StoredArchive } from './queries/archives.ts'

export const archiveHandlers: Handlers<typeof archiveCalls> = {
  async create(ctx) {
    const { user_id } = ctx.viewer
    const id = await insertArchive(ctx, { user_id, made_by: ctx.author?.user_id ?? user_id, parts: PARTS })
    if (id === null) throw conflict('An archive is being made. Wait for it, or cancel it.')
    await ctx.enqueue(makeArchive, { archive_id: id })
    ctx.audit({ subject: 'archive', subject_id: id, after: { status: 'queued' } })
    publishArchive(ctx, id)
    return answerOf(ctx, await requireArchive(ctx, id))
  },

  async list(ctx, input) {
    const page = await pageOfArchives(ctx, input)
    return { ...page, data: page.data.map(stored => answerOf(ctx, stored)) }
  },

  async cancel(ctx, { id }) {
    await requireArchive(ctx, id)
    if (!(await endArchive(ctx, id, { status: 'cancelled', problem: null })))
      throw conflict('This archive has already finished.')
    ctx.audit({ subject: 'archive', subject_id: id, after: { status: 'cancelled' } })
    publishArchive(ctx, id)
    return answerOf(ctx, await requireArchive(ctx, id))
  },

  async file(ctx, { id, token }, { sendFile }) {
    const stored = await requireArchive(ctx, id)
    checkLink(ctx.config, token, { id, user_id: ctx.viewer.user_id, now: ctx.now })
    const opened = stored.stored_as === null ? null : await archiveStore(ctx.config).open(stored.stored_as)
    if (!opened) throw notFound('file')
    await ctx.transaction(async tx =>
      tx.audit({ subject: 'archive', subject_id: id, after: { downloaded: stored.rows_done } }),
    )
    const day = lightFormat(new TZDate(new Date(stored.created_at).getTime(), ctx.viewer.zone), 'yyyy-MM-dd HH.mm')
    sendFile({ filename: `Everything ${day}.zip`, type: 'application/zip', body: opened.body, size: opened.size })
    return {}
  },
}

const links = (config: Config) => secretsFor('archive links', config)
const Pass = z.object({ id: Id, user_id: Id, until: z.number() })

/** What opens one archive to one user for an hour. */
function makeLink(config: Config, { id, user_id, now }: { id: number; user_id: number; now: Date }) {
  const until = now.getTime() + LINK_MINUTES * 60_000
  const token = links(config).seal(JSON.stringify({ id, user_id, until }))
  return { url: `/crm/archives/${id}/file?token=${token}`, token, expires_at: instantText(new Date(until)) }
}

/** Refuses to open an archive without a link, and by one that was made for another one or user, is too old, or was not made here. */
function checkLink(
  config: Config,
  token: string | undefined,
  { id, user_id, now }: { id: number; user_id: number; now: Date },
): void {
  if (!token) throw invalid({ token: ['token is required. Get it from the link of GET archives.'] })
  const opened = links(config).open(token)
  const pass = Pass.safeParse(opened && JSON.parse(opened)).data
  if (!pass || pass.id !== id || pass.user_id !== user_id)
    throw forbidden('This link does not match the file. Open the archives again for a new one.')
  if (pass.until < now.getTime()) throw forbidden('This link has expired. Open the archives again for a new one.')
}

function answerOf(
  { config, now, viewer }: QueryContext & { config: Config; viewer: Viewer },
  stored: StoredArchive,
): Archive {
  const { id, user_id, user_name, finished_at, stored_as } = stored
  const until = finished_at && stored_as ? new Date(Date.parse(finished_at) + ARCHIVE_HOURS * 3_600_000) : null
  const isMine = user_id === viewer.user_id
  return {
    ...stored,
    user: { id: user_id, name: user_name },
    file_until: until && instantText(until),
    link: isMine && stored.status === 'done' && stored_as ? makeLink(config, { id, user_id, now }) : null,
  }
}
