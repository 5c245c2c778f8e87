import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Instant } from '../../platform/wire/fields.ts'
import { tradeStates } from './rules/states.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    'lone-wolf': true
  }
}

/** How a deal stands with the back office. */
export const DealTrade = z.object({
  /** Whether deals are sent there at all. */
  is_on: z.boolean(),
  state: z.enum(tradeStates),
  /** The trade number; `null` while nobody knows one. */
  number: z.string().nullable(),
  /** The name of its status there; empty while nobody knows one. */
  status: z.string(),
  /** Since when it stands so. */
  since: Instant.nullable(),
  /** Why it was not taken; empty where there is nothing to say. */
  problem: z.string(),
  /** How often it was looked for since nobody knows what became of it, and when last. */
  lookups: z.int(),
  looked_at: Instant.nullable(),
  /** What it needs before it can be sent. */
  missing: z.array(z.string()),
  /** What both sides hold differently. */
  sides: z.array(z.object({ label: z.string(), ours: z.string(), theirs: z.string() })),
  /** The number of a second trade of this deal, which somebody has to take back there. */
  twin: z.string().nullable(),
  /** The deal fell through here, and their trade still stands. */
  is_to_be_taken_back: z.boolean(),
  /** Whether the caller decides about it. */
  may_decide: z.boolean(),
})
export type DealTrade = z.output<typeof DealTrade>

const right = 'deals_access'

export const loneWolfCalls = {
  get: read('deals/:id/lone-wolf', {
    right,
    output: DealTrade,
    summary: 'How a deal stands with Lone Wolf. Live: `lone-wolf`.',
  }),
  send: write('deals/:id/lone-wolf/send', {
    right,
    output: DealTrade,
    summary:
      'Has a deal sent to Lone Wolf that was not sent, or was refused. Looks for its trade before one is opened.',
  }),
  look: write('deals/:id/lone-wolf/look', {
    right,
    output: DealTrade,
    summary: 'Has a trade looked for now of which nobody knows whether it arrived.',
  }),
  settle: write('deals/:id/lone-wolf/settle', {
    right,
    input: z.object({ keep: z.enum(['ours', 'theirs']) }),
    output: DealTrade,
    summary: 'Says which side holds where a deal and its trade differ.',
  }),
}
