import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id } from '../../platform/wire/fields.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    pins: true
  }
}

/** Leads that one person may have pinned at a time, not counting those that they no longer see. */
export const MAX_PINS = 50

/** A lead that the caller has pinned, with what it takes to recognize and to open it. */
export const PinnedLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  status_value: z.int(),
})
export type PinnedLead = z.output<typeof PinnedLead>

/** All of the caller's own, by name. */
const PinnedLeads = z.array(PinnedLead)

const right = 'view_leads'

export const pinCalls = {
  list: read('pins', {
    right,
    output: PinnedLeads,
    summary: `The leads that the caller has pinned and may open, ${MAX_PINS} at the most, by name.`,
  }),
  pin: write('lead/:id/pin', {
    right,
    output: PinnedLeads,
    summary: `Pins a lead for the caller alone, up to ${MAX_PINS}. One that is pinned already stays so.`,
  }),
  unpin: write('lead/:id/pin', {
    right,
    method: 'DELETE',
    output: PinnedLeads,
    summary: 'Unpins a lead. One that is not pinned stays so.',
  }),
}
