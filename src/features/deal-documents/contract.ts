import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { ForeignId, Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { UploadIds } from '../../platform/wire/uploads.ts'
import { MAX_NAME, MAX_PAGES, MAX_UPLOADED, scanStates } from './rules/documents.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'deal-documents': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    deal_document: true
    required_document: true
  }
}

/** A document of a deal; always PDF. */
export const DealDocument = z.object({
  id: Id,
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  lastModified: Instant,
  pages: z.int(),
  /** Whether it was looked through for malware; one that is pending or infected cannot be opened. */
  scan: z.enum(scanStates),
  /** Who added it. */
  author: z.string().nullable(),
})
export type DealDocument = z.output<typeof DealDocument>

/** The documents of a deal, with the parts of its address (specification §3). */
export const DealDocuments = z.object({
  trade_id: z.string().nullable(),
  street_number: z.string(),
  street_name: z.string(),
  street_direction: z.string().optional(),
  suite_number: z.string().optional(),
  documents: z.array(DealDocument),
  /** Whether files are looked through for malware: only where a scanner is set up. */
  is_scanned: z.boolean(),
})
export type DealDocuments = z.output<typeof DealDocuments>

/** Pages of a document that are a required one. */
export const Assignment = z.object({
  id: Id,
  document_id: Id,
  document_name: z.string(),
  first_page: z.int(),
  last_page: z.int(),
  state: z.enum(['waiting', 'accepted', 'rejected']),
  reason: z.string(),
  /** Who accepted or rejected it. */
  reviewer: z.string().nullable(),
  reviewed_at: Instant.nullable(),
})
export type Assignment = z.output<typeof Assignment>

/** Something that a deal needs before it closes. */
export const RequiredDocument = z.object({
  id: Id,
  title: z.string(),
  is_required: z.boolean(),
  is_custom: z.boolean(),
  state: z.enum(['missing', 'stated', 'waiting', 'accepted', 'rejected']),
  assignments: z.array(Assignment),
})
export type RequiredDocument = z.output<typeof RequiredDocument>

/** A sent file, by its place from 0, that is a document of a loop in one of its editions. */
const LoopDocument = z.object({
  file: z
    .int()
    .min(0)
    .max(MAX_UPLOADED - 1),
  id: ForeignId,
  revision: line(60),
})
export type LoopDocument = z.output<typeof LoopDocument>

const right = 'deals_access'
const page = z.int().min(1).max(MAX_PAGES)

export const dealDocumentCalls = {
  list: read('deals/:id/documents', { right, output: DealDocuments }),
  upload: remote('deals/:dealId/documents', {
    right,
    files: 'files',
    input: z.object({
      /** Editions that the deal has already are left out. */
      loop_files: z.array(LoopDocument).max(MAX_UPLOADED).optional(),
      uploads: UploadIds,
    }),
    output: z.array(DealDocument),
    creates: true,
    summary:
      'Adds PDF files, sent as `files[]`, or before, piece by piece, as `uploads[]`; all of them, or none. `loop_files` says which of them are documents of a loop.',
  }),
  rename: write('deals/:dealId/documents/:id/rename', {
    right,
    input: z.object({ file_name: line(MAX_NAME).min(1, { error: 'must not be empty' }) }),
    output: DealDocument,
  }),
  remove: write('deals/:dealId/documents/:id', {
    right,
    method: 'DELETE',
    input: z.object({ reason: line(500).optional() }),
    output: Nothing,
    summary: 'Withdraws a document: it is shown no longer, and kept as long as the record of the trade has to be.',
  }),
  restore: write('deals/:dealId/documents/:id/restore', { right, output: DealDocument }),
  file: read('deals/:dealId/files/:id', { right, output: Nothing, summary: 'One document, to be saved.' }),
  files: read('deals/:dealId/files', { right, output: Nothing, summary: 'All documents of a deal as one zip file.' }),
  token: read('deals/document/:documentId/token', {
    right,
    output: z.object({ token: z.string(), url: z.string(), expires_at: Instant }),
    summary: 'What opens one document in a window of its own, for a few minutes.',
  }),
  open: read('deals/document/:documentId', {
    right: 'public',
    input: z.object({ token: z.string().max(1000) }),
    output: Nothing,
    summary: 'A document, to be shown; opened by its token.',
  }),
  required: read('deals/:id/required-documents', {
    right,
    output: z.array(RequiredDocument),
    summary: 'What a deal needs before it closes, and how each stands.',
  }),
  assign: write('deals/:dealId/required-documents/:id/assign', {
    right,
    input: z.object({ document_id: Id, first_page: page.optional(), last_page: page.optional() }),
    output: z.array(RequiredDocument),
    summary: 'Says that pages of a document, or all of it, are what the deal needs.',
  }),
  unassign: write('deals/:dealId/required-documents/:id/assign', {
    right,
    method: 'DELETE',
    input: z.object({ assignment_id: Id }),
    output: z.array(RequiredDocument),
  }),
  review: write('deals/:dealId/required-documents/:id/review', {
    right,
    input: z.object({ assignment_id: Id, state: z.enum(['accepted', 'rejected']), reason: line(500).optional() }),
    output: z.array(RequiredDocument),
    summary: 'Accepts assigned pages, or rejects them with a reason; for people who work on all deals.',
  }),
}
