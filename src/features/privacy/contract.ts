import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { MAX_RETENTION_MONTHS, MIN_RETENTION_MONTHS } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    privacy: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    erasure: true
    retention: true
  }
}

/** How many records of a kind, in words. */
export const RecordCount = z.object({ what: z.string(), count: z.int() })
export type RecordCount = z.output<typeof RecordCount>

/** Records that stay although their person is erased, and the reason that is given to them. */
export const KeptRecords = RecordCount.extend({
  why: z.string(),
  /** When they may go; `null` while nothing has begun that ends. */
  until: Instant.nullable(),
})
export type KeptRecords = z.output<typeof KeptRecords>

/** What erasing a person would do. */
export const ErasurePreview = z.object({
  lead_id: Id,
  name: z.string(),
  removed: z.array(RecordCount),
  kept: z.array(KeptRecords),
})
export type ErasurePreview = z.output<typeof ErasurePreview>

/** A person who was erased. Who that was is not known any more. */
export const Erasure = z.object({
  id: Id,
  lead_id: Id,
  erased_at: Instant,
  /** `null` when the retention setting did it. */
  by: z.object({ id: Id, name: z.string() }).nullable(),
  reason: z.string(),
  removed: z.array(RecordCount),
  kept: z.array(KeptRecords),
})
export type Erasure = z.output<typeof Erasure>

/** Everything that is held on a person: each table's rows as they are stored, and what the tables are. */
export const PersonalData = z.object({
  lead_id: Id,
  exported_at: Instant,
  /** Tables with rows, in words. */
  contents: z.array(RecordCount.extend({ table: z.string() })),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
export type PersonalData = z.output<typeof PersonalData>

const Months = z.int().min(MIN_RETENTION_MONTHS).max(MAX_RETENTION_MONTHS).nullable()

/** How long people are kept of whom nothing is heard; `null` for as long as the brokerage likes. */
export const Retention = z.object({
  /** Months without any contact or visit, after which a lead that never became a client is erased. */
  quiet_months: Months,
  /** Months after which a lead that was deleted is erased. */
  deleted_months: Months,
})
export type Retention = z.output<typeof Retention>

/** The setting, how many people it concerns today, and who changed it last. */
export const RetentionState = Retention.extend({
  quiet_people: z.int(),
  deleted_people: z.int(),
})

export const privacyCalls = {
  erasures: read('privacy/erasures', {
    right: 'manage_users',
    input: z.object(PageInput.shape),
    output: page(Erasure),
    summary: 'People who were erased, newest first.',
  }),
  retention: read('privacy/retention', {
    right: 'manage_users',
    input: Retention.partial(),
    output: RetentionState,
    summary: 'How long people are kept, and how many that concerns today; with months, how many those would concern.',
  }),
  setRetention: write('privacy/retention', {
    right: 'manage_users',
    input: Retention.extend({ reason: line(300).optional() }),
    output: RetentionState,
  }),
  preview: read('privacy/:leadId', {
    right: 'manage_users',
    output: ErasurePreview,
    summary: 'What erasing a person would remove, and what the law makes the brokerage keep.',
  }),
  export: write('privacy/:leadId/export', {
    method: 'GET',
    right: 'export_leads',
    output: PersonalData,
    perMinute: 20,
    summary: 'Everything that is held on a person. Written to the audit log, like every export.',
  }),
  erase: write('privacy/:leadId/erase', {
    right: 'manage_users',
    input: z.object({
      /** Why, such as the request of the person; it stays, so it names nobody. */
      reason: line(300),
    }),
    output: Erasure,
    summary: 'Erases a person for good. Trade records stay for six years, and the answer says so.',
  }),
}
