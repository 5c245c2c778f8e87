import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    archives: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    archive: true
  }
}

export const ArchiveStatus = z.enum(['queued', 'running', 'done', 'cancelled', 'failed'])

/** Hours until a finished archive is deleted. */
export const ARCHIVE_HOURS = 24
/** Minutes for which a link to it works; asking for the archive again gives a new one. */
export const LINK_MINUTES = 60

/** Everything as one file: how far it is, and the way to it. */
export const Archive = z.object({
  id: Id,
  user: z.object({ id: Id, name: z.string() }),
  status: ArchiveStatus,
  /** Tables and kinds of files, and how many of them are written. */
  parts: z.int(),
  parts_done: z.int(),
  rows_done: z.int(),
  files_done: z.int(),
  file_size: z.int().nullable(),
  /** When the file is deleted. */
  file_until: Instant.nullable(),
  /** What opens the file, of the caller's own archives that are done. */
  link: z.object({ url: z.string(), token: z.string(), expires_at: Instant }).nullable(),
  problem: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type Archive = z.output<typeof Archive>

/** Who may see everything of everybody, as with the data of one person. */
export const ARCHIVE_RIGHT = 'manage_users'
const right = ARCHIVE_RIGHT

export const archiveCalls = {
  create: write('archives', {
    right,
    output: Archive,
    creates: true,
    perMinute: 5,
    summary: 'Begins an archive of everything: a CSV of each table, the files, and a schema. One at a time.',
  }),
  list: read('archives', {
    right,
    input: z.object(PageInput.shape),
    output: page(Archive),
    summary: 'Archives of everybody, newest first; a link stands only with those of the caller.',
  }),
  cancel: write('archives/:id/cancel', { right, output: Archive }),
  file: remote('archives/:id/file', {
    right,
    method: 'GET',
    input: z.object({ token: z.string().max(1000).optional() }),
    output: z.object({}),
    summary: 'The ZIP. Needs, beside the bearer, the token of `link` from GET archives, no older than an hour.',
  }),
}
