import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, jsonText, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { encodings } from './rules/encoding.ts'
import { entryKinds } from './rules/entryColumns.ts'
import { entryFields, holdings, type ImportField, importFields } from './rules/fields.ts'
import { separators } from './rules/separator.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    imports: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    import: true
  }
}

export const ImportFieldName = z.enum([...new Set([...Object.keys(importFields), ...Object.keys(entryFields)])] as [
  ImportField,
  ...ImportField[],
])

/** What each column of the file becomes, in the order of the columns; `null` leaves a column out. */
export const Mapping = z.array(ImportFieldName.nullable()).max(500)
export type Mapping = z.output<typeof Mapping>

/** What happens to a row whose person is already a lead: empty fields are filled, the file wins, or the row is skipped. */
export const OnExisting = z.enum(['fill', 'replace', 'skip'])
/** What happens to a row with a wrong address or number: it is sent back, or saved without it. */
export const OnInvalid = z.enum(['fail', 'leave_out'])

export const ImportOptions = z.object({
  existing: OnExisting.optional(),
  invalid: OnInvalid.optional(),
  /** The agent of rows that name none. */
  agent_id: Id.nullable().optional(),
  /** Given to every lead of the file. */
  tags: z.array(line(40)).max(20).optional(),
  /** The source of rows that name none. */
  source: line(60).nullable().optional(),
  /** What the rows are, where it is not what was recognized: people, or what happened with people. */
  holds: z.enum(holdings).optional(),
  /** What every row of a history is, where no column says it. */
  entry_kind: z.enum(entryKinds).optional(),
  /** Columns that become nothing are kept as a note, line by line. */
  keep_rest: z.boolean().optional(),
})
export type ImportOptions = z.output<typeof ImportOptions>

export const ImportStatus = z.enum(['waiting', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'])
export type ImportStatus = z.output<typeof ImportStatus>

/** What a row became. */
export const RowOutcomeName = z.enum(['created', 'merged', 'skipped', 'failed'])
export type RowOutcomeName = z.output<typeof RowOutcomeName>

/** A column of the file: its name, what it was taken for, and what its first rows hold. */
export const ImportColumn = z.object({
  name: z.string(),
  suggested: ImportFieldName.nullable(),
  samples: z.array(z.string()),
})
export type ImportColumn = z.output<typeof ImportColumn>

/** A word of the file that stands for nobody or nothing here, and how many rows have it. */
export const UnknownWord = z.object({ word: z.string(), rows: z.int() })

/** How many such words and rows a dry run names; it counts all. */
export const DRY_RUN_NAMED = 50

/** What an import would do, found without doing it. */
export const DryRun = z.object({
  status: z.enum(['running', 'done', 'failed']),
  /** The plan that it ran under, as it was sent. */
  mapping: Mapping,
  options: ImportOptions,
  rows_done: z.int(),
  created: z.int(),
  merged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rows that would not be saved whole. */
  warned: z.int(),
  /** Rows with the phone of a lead under another name. */
  strangers: z.int(),
  agents: z.array(UnknownWord),
  areas: z.array(UnknownWord),
  /** Rows that fail, are skipped or lose something, with why. */
  rows: z.array(z.object({ line: z.int(), outcome: RowOutcomeName, reason: z.string() })),
})
export type DryRun = z.output<typeof DryRun>

/** An import as lists show it. */
export const ImportSummary = z.object({
  id: Id,
  file_name: z.string(),
  file_size: z.int(),
  kind: z.enum(['csv', 'vcard', 'xlsx']),
  /** The sheet that was read, where a workbook has several. */
  sheet: z.string().nullable(),
  /** The product that wrote the file, where its columns tell. */
  origin: z.string().nullable(),
  /** What its rows are. Of histories `created` counts entries, `failed` those whose person is not here. */
  holds: z.enum(holdings),
  status: ImportStatus,
  user: z.object({ id: Id, name: z.string() }),
  /** Rows of the file, without the header. */
  row_count: z.int(),
  rows_done: z.int(),
  created: z.int(),
  merged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rows that were saved, but not with everything that was in them. */
  warned: z.int(),
  /** Of an undo: leads deleted, put back as they were, and kept because somebody changed them since. */
  deleted: z.int(),
  restored: z.int(),
  kept: z.int(),
  /** Why the import as a whole failed. */
  problem: z.string().nullable(),
  can_undo: z.boolean(),
  undo_until: Instant.nullable(),
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  undone_at: Instant.nullable(),
})
export type ImportSummary = z.output<typeof ImportSummary>

/** What is said of a row: why it failed, or what was left out. */
export const ImportRowNote = z.object({
  row: z.int(),
  /** Where the row begins in the file. */
  line: z.int(),
  outcome: RowOutcomeName,
  reason: z.string(),
  cells: z.array(z.string()).nullable(),
  lead_id: Id.nullable(),
})
export type ImportRowNote = z.output<typeof ImportRowNote>

/** Rows of a preview when the caller does not say, and at the most. */
export const PREVIEW_ROWS = 20
export const MAX_PREVIEW_ROWS = 200

/** A row of the file as it would be saved, in words. */
export const PreviewRow = z.object({
  row: z.int(),
  line: z.int(),
  outcome: RowOutcomeName,
  /** The lead that is the same person; `null` for somebody new, or for somebody of an earlier row. */
  lead: z.object({ id: Id, name: z.string() }).nullable(),
  /** The name in the file, where the lead has the same phone and another name: it may be somebody else. */
  stranger: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.string(),
  type: z.string(),
  areas: z.string(),
  tags: z.string(),
  price: z.string(),
  note: z.string(),
  /** When it happened; empty for people. */
  date: Instant.nullable(),
  /** What is wrong, left out, or to be known. */
  remarks: z.array(z.string()),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** A row that was merged, and into whom. */
export const MergedRow = z.object({
  row: z.int(),
  line: z.int(),
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
  /** Columns of the lead that the row changed. */
  changed: z.array(z.string()),
})
export type MergedRow = z.output<typeof MergedRow>

/** A lead that an undo left as it is, since somebody changed it or wrote about it after the import. */
export const KeptLead = z.object({ id: Id, first_name: z.string(), last_name: z.string() })
export type KeptLead = z.output<typeof KeptLead>

export const Import = z.object({
  ...ImportSummary.shape,
  encoding: z.enum(encodings),
  separator: z.enum(separators).nullable(),
  has_header: z.boolean(),
  columns: z.array(ImportColumn),
  mapping: Mapping,
  options: ImportOptions,
  entry_kind: z.enum(entryKinds).nullable(),
  dry_run: DryRun.nullable(),
  /** A page of the rows of which something is to be said, failed ones and others. */
  errors: page(ImportRowNote),
})
export type Import = z.output<typeof Import>

const right = 'import_leads'
const start = {
  mapping: z
    .union([Mapping, jsonText(Mapping)], { error: 'must name a field, or nothing, for each column' })
    .optional(),
  ...ImportOptions.shape,
}

export const importCalls = {
  /**
   * With `start=0` the file waits for its mapping to be confirmed. Otherwise it is imported at once, provided that the
   * mapping was sent or that a column was recognized that says who a person is; else it waits too, as its status tells.
   */
  upload: remote('imports', {
    right,
    files: 'file',
    input: z.object({ start: z.boolean().optional(), ...start }),
    output: Import,
    creates: true,
    perMinute: 30,
    summary:
      'Uploads an XLSX, CSV or vCard file as `file`. Imports it at once unless start=0 or its columns say nothing.',
  }),
  list: read('imports', { right, input: z.object(PageInput.shape), output: page(ImportSummary) }),
  get: read('imports/:id', {
    right,
    input: z.object(PageInput.shape),
    output: Import,
    summary: 'Progress, counts, and a page of the row errors.',
  }),
  start: write('imports/:id/start', {
    right,
    input: z.object(start),
    output: Import,
    summary: 'Starts an import that waits, under the given mapping or the suggested one.',
  }),
  preview: read('imports/:id/preview', {
    right,
    method: 'POST',
    input: z.object({ ...start, first: z.int().min(1).max(MAX_PREVIEW_ROWS).optional() }),
    output: z.object({ rows: z.array(PreviewRow), has_more: z.boolean() }),
    summary: 'The first rows (20, or as many as `first` says) as they would be saved under a mapping; saves nothing.',
  }),
  dryRun: write('imports/:id/dry-run', {
    right,
    input: z.object(start),
    output: Import,
    summary:
      'Goes through the whole file as an import would, under the given mapping; saves nothing but what it found.',
  }),
  cancel: write('imports/:id/cancel', {
    right,
    output: Import,
    summary: 'Stops after the rows in hand; what was saved stays.',
  }),
  undo: write('imports/:id/undo', {
    right,
    output: Import,
    summary: 'Deletes the leads that it created, unless changed since, and restores the fields that it changed.',
  }),
  kept: read('imports/:id/kept', {
    right,
    input: z.object(PageInput.shape),
    output: page(KeptLead),
    summary: 'Leads that an undo left as they are, because somebody changed them since.',
  }),
  merges: read('imports/:id/merges', {
    right,
    input: z.object(PageInput.shape),
    output: page(MergedRow),
    summary: 'Which lines of the file went into which leads.',
  }),
  mergedRows: read('imports/:id/merges/file', {
    right,
    output: z.object({}),
    summary: 'The same as CSV.',
  }),
  failedRows: read('imports/:id/errors', {
    right,
    output: z.object({}),
    summary: 'The failed rows as CSV, with line and reason, to be put right and sent again.',
  }),
}

/** Days in which an import can be undone; afterwards its file is deleted. */
export const UNDO_DAYS = 30
