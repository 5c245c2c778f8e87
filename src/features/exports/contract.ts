import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { LeadSelection } from '../leads/contract/filters.ts'
import { exportColumnNames } from './rules/columns.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    exports: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    export: true
  }
}

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.output<typeof ExportFormat>
export const ExportColumnName = z.enum(exportColumnNames)

export const ExportStatus = z.enum(['queued', 'running', 'done', 'cancelled', 'failed'])
export type ExportStatus = z.output<typeof ExportStatus>

/** Hours until a finished file is deleted. */
export const FILE_HOURS = 24
/** Minutes for which a link to it works; asking for the export again gives a new one. */
export const LINK_MINUTES = 60

/** A file of leads: how far it is, and the way to it. */
export const LeadExport = z.object({
  id: Id,
  format: ExportFormat,
  columns: z.array(ExportColumnName),
  status: ExportStatus,
  /** Leads that were chosen; estimated until the work begins, where they are very many. */
  row_count: z.int(),
  row_count_is_estimate: z.boolean(),
  rows_done: z.int(),
  file_name: z.string(),
  file_size: z.int().nullable(),
  /** When the file is deleted. */
  file_until: Instant.nullable(),
  /** What opens the file, of the caller's own exports that are done. */
  link: z.object({ url: z.string(), token: z.string(), expires_at: Instant }).nullable(),
  problem: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type LeadExport = z.output<typeof LeadExport>

const right = 'export_leads'

export const exportCalls = {
  create: write('exports', {
    right,
    input: LeadSelection.extend({
      format: ExportFormat.optional(),
      /** In this order. */
      columns: z.array(ExportColumnName).min(1).max(exportColumnNames.length).optional(),
    }),
    output: LeadExport,
    creates: true,
    perMinute: 30,
    summary: 'Begins a file of the chosen leads, or, without ids, of all that pass the filters.',
  }),
  list: read('exports', {
    right,
    input: z.object(PageInput.shape),
    output: page(LeadExport),
    summary: 'Exports of the caller, newest first.',
  }),
  get: read('exports/:id', { right, output: LeadExport, summary: 'Progress, and a link once the file is there.' }),
  cancel: write('exports/:id/cancel', { right, output: LeadExport }),
  file: remote('exports/:id/file', {
    right,
    method: 'GET',
    input: z.object({ token: z.string().max(1000).optional() }),
    output: z.object({}),
    summary: 'The file. Needs, beside the bearer, the token of `link` from GET exports/{id}, no older than an hour.',
  }),
}
