import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { listStates } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'do-not-call': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'do-not-call list': true
  }
}

/** The largest file of a list: 30 million lines of 12 characters, and some more. */
export const MAX_LIST_MB = 600

/** The list that calls and texts are held against. */
export const ListInForce = z.object({
  id: Id,
  /** The day on which it was obtained, yyyy-MM-dd. */
  obtained_on: z.string(),
  age_days: z.int(),
  /** Older than 31 days: it may not be relied on any more. */
  is_too_old: z.boolean(),
  numbers: z.int(),
  /** The area codes in which it has numbers. */
  area_codes: z.array(z.int()),
})
export type ListInForce = z.output<typeof ListInForce>

/** One import of a list, and what became of it. */
export const ImportedList = z.object({
  id: Id,
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  obtained_on: z.string(),
  state: z.enum(listStates),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  /** How much of the file has been read. */
  read_bytes: z.int(),
  read_lines: z.int(),
  unreadable_lines: z.int(),
  /** Different numbers; known once it is whole. */
  numbers: z.int().nullable(),
  /** Who uploaded it; `null` when it was found in the folder. */
  user: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type ImportedList = z.output<typeof ImportedList>

const right = 'manage_maintenance'

export const doNotCallCalls = {
  inForce: read('do-not-call', {
    right: 'view_leads',
    output: z.object({ list: ListInForce.nullable() }),
    summary: 'The national do-not-call list in force, and its age; `null` where none was ever imported.',
  }),
  lists: read('do-not-call/lists', {
    right,
    input: z.object(PageInput.shape),
    output: page(ImportedList).extend({ has_folder: z.boolean() }),
    summary: 'All imports of the list, newest first, and whether a folder is looked through for new ones.',
  }),
  check: read('do-not-call/check', {
    right,
    input: z.object({ number: line(40) }),
    output: z.object({ number: z.string().nullable(), is_listed: z.boolean() }),
    summary: 'Whether a number is on the list in force.',
  }),
  upload: remote('do-not-call/lists', {
    right,
    files: 'file',
    upload: { files: 1, fields: 4, fileBytes: MAX_LIST_MB * 1024 * 1024 },
    input: z.object({
      /** The day on which the list was obtained; today when not said. */
      obtained_on: CalendarDate.optional(),
      /** The list rightly has less than half of the numbers of the one in force. */
      allow_smaller: z.boolean().optional(),
    }),
    output: ImportedList,
    creates: true,
    perMinute: 60,
    summary:
      'Uploads a list as `file`: ten digits a line, gzip or not. The list in force stays so until the new one is whole.',
  }),
  look: remote('do-not-call/look', {
    right,
    output: z.object({ list: ImportedList.nullable() }),
    perMinute: 10,
    summary: 'Looks through the folder now, and begins with the newest list that was not imported yet.',
  }),
  cancel: write('do-not-call/lists/:id/cancel', {
    right,
    output: ImportedList,
    summary: 'Stops an import that has not finished; the list in force stays so.',
  }),
}
