import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { askedChannels } from './rules.ts'

const AskedChannel = z.enum(askedChannels)

/** What the lead reads behind the link of a request. */
export const ConsentQuestion = z.object({
  site_name: z.string(),
  first_name: z.string(),
  /** The channels that are asked for, and whether the lead has agreed to each. */
  channels: z.array(z.object({ channel: AskedChannel, is_given: z.boolean() })),
  /** When the link stops working. */
  ends_at: Instant,
})
export type ConsentQuestion = z.output<typeof ConsentQuestion>

const visitor = { right: 'public', params: z.object({ token: z.string().min(1).max(500) }) } as const

export const consentRequestCalls = {
  ask: write('lead/:id/consent/request', {
    right: 'view_leads',
    input: z.object({ channel: AskedChannel.default('email') }),
    output: z.object({ sending_id: Id, ends_at: Instant }),
    creates: true,
    summary:
      'Sends the lead a message, an e-mail or a text, with a link by which they give express consent to e-mail and texts. Commercial itself: refused without a consent to that channel that still holds.',
  }),
  question: read('consent/:token', {
    ...visitor,
    fromEmails: true,
    output: ConsentQuestion,
    summary: 'What a lead is asked to consent to, for whoever holds the link. Changes nothing.',
  }),
  give: write('consent/:token', {
    ...visitor,
    fromEmails: true,
    input: z.object({ channels: z.array(AskedChannel).min(1, { error: 'needs a channel' }) }),
    output: ConsentQuestion,
    summary: 'Records express consent to these channels, with its evidence. Said twice, it is recorded once.',
  }),
}
