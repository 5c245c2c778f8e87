import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { Channel } from '../consent/contract.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    /** By the ids of leads. */
    sendings: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    sending_to_lead: true
  }
}

/**
 * What kind of message it is, in the sense of the law. `personal`: a person writes to, or calls, one lead. `request_answer`:
 * it answers what that lead asked for. `commercial`: automatic, to several people, or from a marketing template.
 * `consent_request`: asks for a consent, and is commercial itself.
 */
export const SendingClass = z.enum(['personal', 'request_answer', 'commercial', 'consent_request'])
export type SendingClass = z.output<typeof SendingClass>

/**
 * Where a message stands. `prepared`: allowed, goes when it is due. `waiting`: for the hours in which it may go. `trying`: the
 * provider is being asked. `sent`: the provider took it. `unknown`: the process stopped while the provider was being asked; it is
 * never sent again by itself.
 */
export const SendingState = z.enum([
  'prepared',
  'waiting',
  'trying',
  'sent',
  'delivered',
  'failed',
  'refused',
  'unknown',
  'cancelled',
])
export type SendingState = z.output<typeof SendingState>

/** A rule that decided, and since when it holds. */
export const SendingRule = z.object({
  id: z.string(),
  label: z.string(),
  /** yyyy-MM-dd */
  since: z.string(),
})
export type SendingRule = z.output<typeof SendingRule>

/** One reason against a message, in a sentence. */
export const SendingRefusal = z.object({
  code: z.enum([
    'gone',
    'no_address',
    'bad_address',
    'withdrawn',
    'no_consent',
    'not_eligible',
    'blocked',
    'do_not_call',
    'too_many',
    'site',
  ]),
  sentence: z.string(),
  /** Since when that is so, and how we know, where that is known. */
  since: Instant.nullable(),
  source: z.string().nullable(),
  rule: SendingRule,
})
export type SendingRefusal = z.output<typeof SendingRefusal>

/** How one channel to a lead stands for a class of message. */
export const Reach = z.object({
  channel: Channel,
  /** `confirm`: a person may go on outside of the hours, and says so. */
  verdict: z.enum(['send', 'wait', 'confirm', 'refuse']),
  /** Why it waits, or needs a confirmation; `null` otherwise. */
  sentence: z.string().nullable(),
  /** When it may go, of one that waits or needs a confirmation. */
  until: Instant.nullable(),
  /** On what ground it may go; `null` when it may not. */
  ground: z.string().nullable(),
  /** The rule that decided; `null` where none stands against it. */
  rule: SendingRule.nullable(),
  refusals: z.array(SendingRefusal),
})
export type Reach = z.output<typeof Reach>

/** How a lead may be reached now, channel by channel. */
export const Reaches = z.object({ email: Reach, text: Reach, call: Reach })
export type Reaches = z.output<typeof Reaches>

/** One message to a lead, or one call. */
export const Sending = z.object({
  id: Id,
  lead_id: Id,
  channel: Channel,
  class: SendingClass,
  state: SendingState,
  /** Why it is in that state, in words. */
  reason: z.string().nullable(),
  rule: SendingRule.nullable(),
  ground: z.string().nullable(),
  address: z.string().nullable(),
  due_at: Instant,
  created_at: Instant,
  sent_at: Instant.nullable(),
  delivered_at: Instant.nullable(),
})
export type Sending = z.output<typeof Sending>

const right = 'view_leads'

export const outboundCalls = {
  reach: read('lead/:id/reach', {
    right,
    input: z.object({ class: SendingClass.optional(), is_marketing: z.boolean().optional() }),
    output: Reaches,
    summary:
      'How a lead may be reached now on each channel, with the reasons where they may not. Personal messages when no class is named.',
  }),
  list: read('lead/:id/sendings', {
    right,
    input: PageInput,
    output: page(Sending),
    summary: 'What was sent to a lead, waits, or was refused and why; newest first.',
  }),
  cancel: write('sendings/:id/cancel', {
    right,
    output: Sending,
    summary: 'Cancels a message that has not gone out yet.',
  }),
  settle: write('sendings/:id/settle', {
    right,
    input: z.object({
      /** `sent`: it was sent. `again`: it was not, and is sent again. */
      outcome: z.enum(['sent', 'again']),
    }),
    output: Sending,
    summary: 'Says of a message of which nobody knows whether it went out what became of it.',
  }),
}
