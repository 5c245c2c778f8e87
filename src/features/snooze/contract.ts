import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    snoozes: true
  }
}

/** A lead of whom their agent wants to hear nothing until `date`. */
export const Snooze = z.object({
  /** The lead's. */
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  date: Instant,
})
export type Snooze = z.output<typeof Snooze>

const right = 'view_leads'

export const snoozeCalls = {
  store: write('snoozed-user/store', {
    right,
    input: z.object({
      /** The lead's. */
      id: Id,
      snooze_until: InstantInput,
    }),
    output: Snooze,
    summary: 'Shows no opportunities of a lead until then. A time that has passed wakes the lead.',
  }),
  wake: write('snoozed-user/:id', {
    right,
    method: 'DELETE',
    output: z.object({ id: Id }),
    summary: 'Ends the snooze of a lead. One that is not snoozed stays as it is.',
  }),
  list: read('snoozed-user', {
    right,
    input: PageInput,
    output: page(Snooze),
    summary: 'The snoozed leads that the caller may open, the first to wake first.',
  }),
}
