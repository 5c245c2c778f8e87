import { z } from 'zod'
import { remote } from '../../platform/wire/call.ts'
import { Id, line } from '../../platform/wire/fields.ts'

/** What can happen outside of the CRM, as the panel names it. */
export const scenes = {
  sign_up: { label: 'Sign up on the site', of: 'nobody' },
  portal_mail: { label: 'Ask through a portal', of: 'nobody' },
  view: { label: 'View a listing', of: 'lead' },
  favourite: { label: 'Favourite a listing', of: 'lead' },
  viewing: { label: 'Book a viewing', of: 'lead' },
  email: { label: 'Reply by e-mail', of: 'lead' },
  text: { label: 'Send a text', of: 'lead' },
  call: { label: 'Call the brokerage', of: 'lead' },
  bounce: { label: 'Bounce an e-mail', of: 'lead' },
  unsubscribe: { label: 'Unsubscribe', of: 'lead' },
  listing: { label: 'A new listing appears', of: 'listing' },
  price: { label: 'A listing changes its price', of: 'listing' },
} as const satisfies Record<string, { label: string; of: 'nobody' | 'lead' | 'listing' }>
export type Scene = keyof typeof scenes

/** What came of it: what to say, and where to look. */
export const Simulated = z.object({
  sentence: z.string(),
  lead_id: Id.nullable(),
  mls_number: z.string().nullable(),
})
export type Simulated = z.output<typeof Simulated>

/** What people outside do, for whoever tries the demo. In production there is nothing. */
export const simulateCalls = {
  play: remote('demo/simulate', {
    right: 'signed_in',
    input: z.object({
      scene: z.enum(Object.keys(scenes) as [Scene, ...Scene[]]),
      /** The lead who does it, where it is not somebody new. */
      lead_id: Id.optional(),
      /** What they write. */
      text: line(1000).optional(),
    }),
    output: Simulated,
    summary: 'Has somebody outside do something, through the same doors as the real thing. Demo mode only.',
  }),
}
