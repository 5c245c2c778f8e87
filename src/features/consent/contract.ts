import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { type ContactChannel, contactChannels } from '../leads/rules.ts'

/** Each way to reach a lead has a consent of its own. */
export const Channel = z.enum(contactChannels)
export type Channel = ContactChannel

/** What an entry says. `implied` ends by itself (see `ConsentBasis`); `withdrawn` ends both others. */
export const ConsentKind = z.enum(['express', 'implied', 'withdrawn'])
export type ConsentKind = z.output<typeof ConsentKind>

/** What an implied consent follows from. */
export const ConsentBasis = z.enum(['inquiry', 'deal'])
export type ConsentBasis = z.output<typeof ConsentBasis>

/** What a withdrawal ends: commercial messages only, or also what a person writes to this one lead. */
export const WithdrawalScope = z.enum(['commercial', 'all'])
export type WithdrawalScope = z.output<typeof WithdrawalScope>

/** One line of the ledger. */
export const ConsentEntry = z.object({
  id: Id,
  channel: Channel,
  kind: ConsentKind,
  /** Of a withdrawal. */
  covers: WithdrawalScope.nullable(),
  basis: ConsentBasis.nullable(),
  /** Where it comes from: "Website form", "Phone call", "Unsubscribe link". */
  source: z.string(),
  evidence: z.string(),
  given_at: Instant,
  /** When an implied consent ends. */
  expires_at: Instant.nullable(),
  recorded_at: Instant,
  /** Who wrote it down; `null` when the product or the lead did. */
  author: z.object({ id: Id, name: z.string() }).nullable(),
})
export type ConsentEntry = z.output<typeof ConsentEntry>

/** How a channel stands. */
export const ConsentState = z.object({
  state: z.enum([...ConsentKind.options, 'none']),
  /** What is withdrawn, when it is. */
  covers: WithdrawalScope.nullable(),
  /** When an implied consent ends. */
  until: Instant.nullable(),
})
export type ConsentState = z.output<typeof ConsentState>

/** How each channel stands now, and everything that was ever said about it. */
export const Consents = z.object({
  email: ConsentState,
  text: ConsentState,
  call: ConsentState,
  /** Newest first. */
  history: z.array(ConsentEntry),
})
export type Consents = z.output<typeof Consents>

/** What the form sends. */
export const NewConsent = z.object({
  channel: Channel,
  kind: ConsentKind,
  /** Of the withdrawal of e-mail: commercial e-mail when not said. Calls and texts are withdrawn as a whole. */
  covers: WithdrawalScope.nullable().optional(),
  /** Needed for an implied consent, and for no other. */
  basis: ConsentBasis.nullable().optional(),
  source: line(100).min(1, { error: 'needs a source' }),
  evidence: line(2000).optional(),
  /** When it was given; now when not said. */
  date: InstantInput.nullable().optional(),
})
export type NewConsent = z.output<typeof NewConsent>

export const consentCalls = {
  list: read('lead/:id/consent', { right: 'view_leads', output: Consents }),
  record: write('lead/:id/consent', {
    right: 'view_leads',
    input: NewConsent,
    output: Consents,
    creates: true,
    summary: 'Adds a line to the ledger; lines are never changed.',
  }),
  proof: remote('lead/:id/consent/proof', {
    right: 'view_leads',
    method: 'GET',
    output: Nothing,
    summary: 'What we may send to a lead and how we know, to be printed, as PDF. Stands in the audit log.',
  }),
}
