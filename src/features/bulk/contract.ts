import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, MAX_INT } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    bulk: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'bulk change': true
  }
}

/** How far a bulk change has come. `undoing`, `undone`: it is being, or was, taken back. */
export const BulkState = z.enum(['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'])
export type BulkState = z.output<typeof BulkState>

/** Records that were left as they were, and why, in a sentence part such as "already in this status". */
export const Skipped = z.object({ reason: z.string(), count: z.int() })
export type Skipped = z.output<typeof Skipped>

/** One change to many records. */
export const BulkRun = z.object({
  id: Id,
  /** What is done, such as `leads.status`. */
  action: z.string(),
  /** The same for a person, such as "Set status to Nurturing". */
  title: z.string(),
  state: BulkState,
  /** Records that were chosen. */
  total: z.int(),
  /** Of them, those dealt with so far. From `undoing` on, this and the next two tell of the undoing. */
  done: z.int(),
  changed: z.int(),
  skipped: z.array(Skipped),
  /** Until when it can be taken back; `null` when it cannot. */
  undo_until: Instant.nullable(),
  error: z.string().nullable(),
  created_at: Instant,
})
export type BulkRun = z.output<typeof BulkRun>

/** Up to this many records are changed within the request itself; more are a job. */
export const MAX_AT_ONCE = 200

/**
 * How many records the person saw when they asked for a change of everything that passes a filter. When there are far more
 * or fewer by then, nothing is changed and the answer (409) says how many there are: `UnexpectedCount`.
 */
export const Expected = z.int().min(0).max(MAX_INT).optional()

/** What a 409 carries whose reason is `expected`. */
export const UnexpectedCount = z.object({ expected: z.int(), count: z.int() })

/** Lists move while somebody reads them: up to this share, or this many records, is as good as what was seen. */
const EXPECTED_SHARE = 0.1
const EXPECTED_RECORDS = 10

/** Whether so many records are something else than what the person saw. */
export function isUnexpected(expected: number, count: number): boolean {
  const difference = Math.abs(count - expected)
  return difference > EXPECTED_RECORDS && difference > expected * EXPECTED_SHARE
}

/** How long a bulk change can be taken back after its end. */
export const UNDO_MINUTES = 30

export const bulkCalls = {
  list: read('bulk', {
    right: 'signed_in',
    input: PageInput,
    output: page(BulkRun),
    summary: 'Bulk changes of the caller that run, or ended within the last day.',
  }),
  get: read('bulk/:id', { right: 'signed_in', output: BulkRun }),
  cancel: write('bulk/:id/cancel', {
    right: 'signed_in',
    output: BulkRun,
    summary: 'Stops a bulk change; what is changed by then stays.',
  }),
  undo: write('bulk/:id/undo', {
    right: 'signed_in',
    output: BulkRun,
    summary: 'Undoes a bulk change, except where a record was changed since.',
  }),
}
