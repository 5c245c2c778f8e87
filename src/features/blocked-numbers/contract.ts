import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { MAX_PER_PAGE, PageInput, page } from '../../platform/wire/page.ts'
import { stoppedKinds } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'blocked-numbers': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'blocked number': true
  }
}

/** Entries that the screen asks for at a time (specification, §9). */
export const BLOCKED_PER_PAGE = 100

const LeadOfNumber = z.object({ id: Id, first_name: z.string(), last_name: z.string() })
export type LeadOfNumber = z.output<typeof LeadOfNumber>

/** A number that reaches nobody, and is reached by nobody. */
export const BlockedNumber = z.object({
  id: Id,
  /** E.164. */
  number: z.string(),
  /** Who blocked it. */
  user: z.object({ first_name: z.string(), last_name: z.string() }),
  /** Blocked by an administrator: it holds for everybody. */
  is_for_all: z.boolean(),
  may_unblock: z.boolean(),
  reason: z.string(),
  blocked_at: Instant,
  /** The lead with this number, as far as the reader may see one. */
  lead: LeadOfNumber.nullable(),
  stopped_calls: z.int(),
  stopped_texts: z.int(),
})
export type BlockedNumber = z.output<typeof BlockedNumber>

/** Something that a block stopped. */
export const StoppedContact = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(stoppedKinds),
  /** What a dropped text said. */
  body: z.string().nullable(),
  blocked_at: Instant,
  stopped_at: Instant,
})
export type StoppedContact = z.output<typeof StoppedContact>

/** What is known of a number before it is blocked. */
export const NumberLookup = z.object({
  /** E.164; `null` when it is no number (yet). */
  number: z.string().nullable(),
  lead: LeadOfNumber.extend({ is_own: z.boolean() }).nullable(),
  /** Whether it is blocked already for the caller. */
  is_blocked: z.boolean(),
})
export type NumberLookup = z.output<typeof NumberLookup>

const right = 'view_leads'

export const blockedNumberCalls = {
  list: read('twilio-block', {
    right,
    input: z.object({
      ...PageInput.shape,
      offset: z.int().min(0).max(100_000).optional(),
      limit: z.int().min(1).max(MAX_PER_PAGE).optional(),
    }),
    output: page(BlockedNumber).extend({ totalCount: z.int() }),
    summary: 'The numbers that are blocked for the caller: their own, and those that an administrator blocked for all.',
  }),
  lookup: read('twilio-block/lookup', {
    right,
    input: z.object({ number: line(40) }),
    output: NumberLookup,
    summary: 'Whom a block of this number would cut off.',
  }),
  stopped: read('twilio-block/stopped', {
    right,
    input: PageInput,
    output: page(StoppedContact),
    summary:
      'Calls that were rejected, texts that were dropped and own attempts that were refused, of the last 90 days.',
  }),
  block: write('twilio-block', {
    right,
    input: z.object({ leadNumber: line(40).min(1, { error: 'must be a phone number' }), reason: line(200).optional() }),
    output: BlockedNumber,
    creates: true,
    summary:
      'Blocks a number: of an agent for themselves, of an administrator for everybody. Within ten minutes of unblocking it is as it was.',
  }),
  unblock: write('twilio-block/:id', { right, method: 'DELETE', output: Nothing, summary: 'Unblocks a number.' }),
}
