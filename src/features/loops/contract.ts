import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { CalendarDate, ForeignId, Id, Instant, InstantInput, Nothing } from '../../platform/wire/fields.ts'
import { changeKinds } from './rules/changes.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    dotloop: true
    'deal-loops': true
  }
}

/** Loops that are listed at the most (specification, business areas §9). */
export const LOOP_LIMIT = 50

/** How the caller's account with the loop service stands. */
export const DotloopAccount = z.object({
  /** Whether this installation can connect accounts at all. */
  is_available: z.boolean(),
  is_connected: z.boolean(),
  name: z.string(),
  connected_at: Instant.nullable(),
  /** What keeps a connected account from being read; `null` when nothing does. */
  problem: z.string().nullable(),
  /** Why Dotloop sends no changes of loops; `null` while it does, or is being asked to. */
  changes_problem: z.string().nullable(),
  /** Whether that can be turned on again. */
  may_turn_on: z.boolean(),
  /** What of an account that was revoked could not be removed; `null` when nothing is left. */
  left_behind: z.string().nullable(),
})
export type DotloopAccount = z.output<typeof DotloopAccount>

/** A loop in the list. */
export const Loop = z.object({
  id: ForeignId,
  name: z.string(),
  transactionType: z.string(),
  status: z.string(),
  created: Instant,
  updated: Instant,
  /** The deal that was submitted from it; `null` when none was. */
  deal_id: Id.nullable(),
  /** When it changed since it was imported; `null` when it did not, as far as anybody knows. */
  changed_at: Instant.nullable(),
})
export type Loop = z.output<typeof Loop>

/** What a loop says, under the specification's names. Texts of the service were read: prices in dollars, days as yyyy-MM-dd. */
export const LoopDetails = z.object({
  id: ForeignId,
  name: z.string(),
  transactionType: z.string(),
  status: z.string(),
  created: Instant,
  updated: Instant,
  propertyAddress: z.object({
    mlsNumber: z.string(),
    streetNumber: z.string(),
    streetName: z.string(),
    unit: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  offerDate: CalendarDate.nullable(),
  contractDate: z.object({ closingDate: CalendarDate.nullable() }),
  financial: z.object({ price: z.number().nullable(), earnestMoneyAmount: z.number().nullable() }),
  /** Fields that no field of a deal holds, and those whose text could not be read, as they are written. */
  unmapped: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type LoopDetails = z.output<typeof LoopDetails>

/** Somebody who takes part in a loop as a client. */
export const LoopClient = z.object({
  fullName: z.string(),
  email: z.string(),
  role: z.string(),
  /** Whether the caller reaches a lead with this e-mail address, and which. */
  isOnCRM: z.boolean(),
  user: z.object({ id: Id, first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
})
export type LoopClient = z.output<typeof LoopClient>

/** A document of a loop. */
export const LoopFile = z.object({
  id: ForeignId,
  name: z.string(),
  /** Names the edition: it changes when the document does. */
  revision: z.string(),
  /** The PDF in base64; empty where only names were asked for. */
  content: z.string(),
})
export type LoopFile = z.output<typeof LoopFile>

/** The loop that a deal came from, and what is known to have changed in it since. */
export const DealLoop = z.object({
  /** `null` for a deal that came from no loop. */
  loop_id: ForeignId.nullable(),
  /** When it was last read for the deal. */
  read_at: Instant.nullable(),
  /** When it changed last since then; `null` when it did not. */
  changed_at: Instant.nullable(),
  kinds: z.array(z.enum(changeKinds)),
  /** Whether the caller's own account reaches the loop. */
  may_open: z.boolean(),
})
export type DealLoop = z.output<typeof DealLoop>

const right = 'deals_access'
const loop = { params: z.object({ loopId: ForeignId }), right } as const

export const loopCalls = {
  account: read('dotloop-account', { right, output: DotloopAccount }),
  connect: read('dotloop-account/connect', {
    right,
    output: z.object({ url: z.string() }),
    summary: 'The address at which the caller lets the product read their loops.',
  }),
  finish: remote('dotloop-account', {
    right,
    input: z.object({ code: z.string().min(1).max(2000), state: z.string().min(1).max(4000) }),
    output: DotloopAccount,
    perMinute: 20,
    summary: 'Connects the account that the caller granted access to, with what came back in the address.',
  }),
  revoke: remote('dotloop-account/destroy', { right, method: 'DELETE', output: Nothing }),
  turnOn: remote('dotloop-account/turn-on', {
    right,
    output: DotloopAccount,
    perMinute: 20,
    summary: 'Has Dotloop send changes of loops again, after it stopped.',
  }),
  list: remote('dotloop/loop', {
    right,
    method: 'GET',
    input: z.object({
      /** Newest change first is the only order. */
      sort: z.literal('-updated').optional(),
      limit: z.int().min(1).max(LOOP_LIMIT).optional(),
    }),
    output: z.array(Loop),
    summary: 'The loops of the connected account that changed last.',
  }),
  details: remote('dotloop/loopDetails/:loopId', {
    ...loop,
    method: 'GET',
    input: z.object({
      /** `names`: the files without their content, for a preview. */
      files: z.enum(['content', 'names']).optional(),
    }),
    output: z.object({
      loopDetails: LoopDetails,
      files: z.array(LoopFile),
      clients: z.array(LoopClient),
      /** When it was read: what changed later is not in it. */
      as_of: Instant,
    }),
    summary: 'What a loop says, its documents and its clients.',
  }),
  file: remote('dotloop/loop/:loopId/document/:documentId', {
    params: z.object({ loopId: ForeignId, documentId: ForeignId }),
    right,
    method: 'GET',
    output: Nothing,
    summary: 'One document of a loop as a PDF, passed on as it comes.',
  }),
  ofDeal: read('deals/:id/loop', {
    right,
    output: DealLoop,
    summary: 'The loop that a deal came from, and what changed in it since. Live: `deal-loops`.',
  }),
  seen: write('deals/:id/loop/seen', {
    right,
    input: z.object({ until: InstantInput }),
    output: DealLoop,
    summary: 'Says that somebody has seen what changed in the loop of a deal until then.',
  }),
}
