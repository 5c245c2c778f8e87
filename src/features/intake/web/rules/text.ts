import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import type { EventType } from '../../contract/events.ts'
import type { MailField } from '../../contract/mails.ts'
import type { MappedField } from '../../contract/mapping.ts'
import type { IntakeSource } from '../../contract/sources.ts'
import { stateOf } from '../../rules/sources.ts'

/** The fields of a mail as the screen calls them, each in a hue of its own. */
export const fieldLabels: Readonly<Record<MailField, { label: string; hue: Hue }>> = {
  first_name: { label: 'First name', hue: 'blue' },
  last_name: { label: 'Last name', hue: 'indigo' },
  email: { label: 'E-mail', hue: 'green' },
  phone: { label: 'Phone', hue: 'pink' },
  mls_number: { label: 'MLS number', hue: 'violet' },
  address: { label: 'Address', hue: 'orange' },
  price: { label: 'Price', hue: 'amber' },
  message: { label: 'Message', hue: 'cyan' },
}

export const kindLabels: Readonly<Record<IntakeSource['kind'], string>> = {
  site: 'Site',
  mailbox: 'Mailbox',
  webhook: 'Webhook',
  mapped: 'Any JSON',
  google_ads: 'Google lead form',
  facebook: 'Facebook lead form',
}

/** What somebody did, as the list of events says it. */
export const eventLabels: Readonly<Record<EventType, string>> = {
  signed_up: 'Signed up',
  listing_viewed: 'Viewed a listing',
  building_viewed: 'Viewed a building',
  favourited: 'Added a favourite',
  viewing_requested: 'Requested a viewing',
  offer_requested: 'Requested an offer',
  sell_requested: 'Wants to sell',
  precon_form: 'Pre-construction form',
  contact_agent: 'Asked to be contacted',
  visited: 'Visited',
}

/** Our fields as the mapping of any JSON calls them. */
export const mappedLabels: Readonly<Record<MappedField, string>> = {
  full_name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  phone: 'Phone',
  message: 'Message',
  mls_number: 'MLS number',
  address: 'Address of the home',
  price: 'Price',
  area: 'Area',
  project: 'Project',
  url: 'Page',
  occurred_at: 'When',
  source_event_id: 'Number of the request',
}

/** The state of a source in words, with the colour of its dot. */
export function stateText(source: IntakeSource, day: (instant: string) => string): { text: string; hue: Hue | null } {
  switch (stateOf(source)) {
    case 'off':
      return { text: 'Switched off', hue: null }
    case 'unread':
      return { text: `${source.unread} not read`, hue: 'red' }
    case 'old key': {
      const until = source.keys.flatMap(({ expires_at }) => expires_at ?? [])[0]
      return { text: until ? `Old key until ${day(until)}` : 'Old key', hue: 'amber' }
    }
    case 'not mapped':
      return { text: 'Not mapped yet', hue: 'amber' }
    case 'quiet':
      return { text: 'Quiet', hue: null }
    case 'receiving':
      return source.last_event_at === null ? { text: 'Nothing yet', hue: null } : { text: 'Receiving', hue: 'green' }
  }
}
