import { z } from 'zod'
import { CalendarDate, Id, InstantInput, line } from '../../../platform/wire/fields.ts'
import { contactChannels, type LeadRole, roleLabels } from '../../leads/rules.ts'

/** What a site says that somebody did. */
export const eventTypes = [
  'signed_up',
  'listing_viewed',
  'building_viewed',
  'favourited',
  'viewing_requested',
  'offer_requested',
  'sell_requested',
  'precon_form',
  'contact_agent',
  'visited',
] as const
export const EventType = z.enum(eventTypes, { error: `must be one of ${eventTypes.join(', ')}` })
export type EventType = z.output<typeof EventType>

/** Events of one batch at the most. */
export const MAX_EVENTS = 500
/** A site's own name for an event or a visitor has at most so many characters. */
const MAX_NAME = 200

const name = (max: number) => line(max).min(1, { error: 'must not be empty' })

/** A number is a number, also where a form of a site sends it as text. */
const whole = (max: number) =>
  z
    .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], { error: 'must be a whole number' })
    .pipe(z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' }).max(max))

const Dollars = whole(1_000_000_000)

/** Who did it, as far as the site knows. Numbers and addresses come in any usual format. */
export const EventPerson = z.strictObject({
  first_name: line(100).nullish(),
  last_name: line(100).nullish(),
  email: line(254).nullish(),
  phone: line(40).nullish(),
})
export type EventPerson = z.output<typeof EventPerson>

/** Everything that an event may carry beside the person; each is optional, and each type uses what it needs. */
export const EventData = z.strictObject({
  /** The site's own name for the browser; joins what somebody did before they said who they are. */
  visitor_id: name(MAX_NAME).nullish(),
  /** The home. */
  mls_number: name(40).nullish(),
  listing_id: whole(2_147_483_647).pipe(Id).nullish(),
  /** The building. */
  building_id: whole(2_147_483_647).pipe(Id).nullish(),
  building: line(200).nullish(),
  address: line(300).nullish(),
  /** Where on the site. */
  url: line(1000).nullish(),
  referrer: line(1000).nullish(),
  /** Dollars: of the home, or of an offer. */
  price: Dollars.nullish(),
  price_min: Dollars.nullish(),
  price_max: Dollars.nullish(),
  move_in_date: CalendarDate.nullish(),
  times: z
    .array(
      z.strictObject({
        date: CalendarDate,
        from: z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 14:30' })
          .nullish(),
      }),
    )
    .max(3, { error: 'must be at most 3 days' })
    .nullish(),
  /** The project of a pre-construction form. */
  project: line(200).nullish(),
  message: line(5000).nullish(),
  /** What kind of lead the person is; follows from the event where the site does not say. */
  roles: z
    .array(z.enum(Object.keys(roleLabels) as [LeadRole, ...LeadRole[]]))
    .max(6)
    .nullish(),
  /** Areas by name, in the order of preference. */
  areas: z.array(line(100)).max(20, { error: 'must be at most 20 areas' }).nullish(),
  /** What the person agreed to, and in which words. */
  consent: z.strictObject({ channels: z.array(z.enum(contactChannels)).max(3), text: line(1000).nullish() }).nullish(),
  utm: z
    .strictObject({
      source: line(200).nullish(),
      medium: line(200).nullish(),
      campaign: line(200).nullish(),
      term: line(200).nullish(),
      content: line(200).nullish(),
    })
    .nullish(),
})
export type EventData = z.output<typeof EventData>

/** One event of a site. */
export const IntakeEvent = z
  .strictObject({
    source_event_id: name(MAX_NAME),
    type: EventType,
    occurred_at: InstantInput,
    person: EventPerson.nullish(),
    data: EventData.nullish(),
  })
  .refine(({ person, data }) => Boolean(person?.email || person?.phone || data?.visitor_id), {
    path: ['person'],
    error: 'needs an e-mail address or a phone number, or data.visitor_id',
  })
export type IntakeEvent = z.output<typeof IntakeEvent>

/** What became of one event of a batch, in the order of the batch. The same batch is answered alike however often it comes. */
export interface EventResult {
  source_event_id: string | null
  status: 'accepted' | 'refused'
  /** Why it was refused, by field. */
  errors: Record<string, string[]> | null
}
