import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'failed-work': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    work: true
  }
}

/** Background work that was tried as often as it may be, and failed. */
export const FailedWork = z.object({
  id: z.uuid(),
  /** Name of the job. */
  kind: z.string(),
  /** What it does, as people say it. */
  title: z.string(),
  /** In words; nothing about a person. */
  why: z.string(),
  tries: z.int(),
  failed_at: Instant,
  /** How often work by the clock failed since it last worked; 1 for all other. */
  times: z.int(),
  runs_by_clock: z.boolean(),
  /** The record that it is about, where the reader may see it. */
  about: z.object({ kind: z.string(), id: Id, name: z.string() }).nullable(),
  /**
   * `retry`: it can be run again. `uncertain`: a provider may have done it, and a person looks first, at the record. `over`: to run
   * it now would make no sense any more.
   */
  next: z.enum(['retry', 'uncertain', 'over']),
})
export type FailedWork = z.output<typeof FailedWork>

/** A kind of work of which some failed. */
export const FailedKind = z.object({
  kind: z.string(),
  title: z.string(),
  count: z.int(),
  is_repeatable: z.boolean(),
})
export type FailedKind = z.output<typeof FailedKind>

const right = 'manage_maintenance'
const Kind = line(100)
/** One by its id, or all of a kind. */
const Which = z
  .object({ id: z.uuid().optional(), kind: Kind.optional() })
  .refine(({ id, kind }) => (id === undefined) !== (kind === undefined), {
    path: ['id'],
    error: 'must be given, or else a kind',
  })

export const failedWorkCalls = {
  list: read('failed-work', {
    right,
    input: PageInput.extend({ kind: Kind.optional() }),
    output: page(FailedWork),
    summary:
      'Background work of all features that failed for good, newest first, kept for 30 days. Live: `failed-work`.',
  }),
  kinds: read('failed-work/kinds', {
    right,
    output: z.array(FailedKind),
    summary: 'The kinds of work of which some failed, with how many of each.',
  }),
  retry: write('failed-work/retry', {
    right,
    input: Which,
    output: z.object({ count: z.int(), left: z.int() }),
    summary:
      'Runs failed work again: one, or all of a kind. Answers how many; asked twice, the second time none. What a provider may have done is left.',
  }),
  dismiss: write('failed-work/dismiss', {
    right,
    input: Which,
    output: z.object({ count: z.int() }),
    summary: 'Takes failed work off the list for good, undone: one, or all of a kind. Answers how many.',
  }),
}
