import type { Hue } from '../../../../platform/ui/theme/tokens.ts'
import type { EventType } from '../../contract/events.ts'
import type { MailField } from '../../contract/mails.ts'
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
    case 'quiet':
      return { text: 'Quiet', hue: null }
    case 'receiving':
      return source.last_event_at === null ? { text: 'Nothing yet', hue: null } : { text: 'Receiving', hue: 'green' }
  }
}
