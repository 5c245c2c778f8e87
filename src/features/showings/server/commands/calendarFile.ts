import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import { fullName } from '../../../leads/rules.ts'
import type { Showing } from '../../contract.ts'
import { isOff } from '../../rules.ts'
import type { ShowingClient } from '../queries/emails.ts'

/** What of the brokerage stands in a client's calendar. */
export interface CalendarSender {
  siteName: string
  domain: string
  mailFrom: { name: string; address: string }
}

interface CalendarParts {
  showing: Showing
  client: ShowingClient
  /** `message` is a file that somebody saves; `invitation` goes by e-mail and asks for an answer (RFC 5546). */
  purpose: 'file' | 'invitation'
  /** Whether it was taken away: called off, or deleted. */
  isGone: boolean
  /** Where the client answers without a calendar. */
  answerUrl: string | null
  /** When this was written. */
  stamp: Date
}

/** A calendar object, and what it asks of the calendar that takes it. */
export interface CalendarFile {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  content: string
}

/**
 * A showing as a calendar object (RFC 5545) for the client: where and when, in the zone of the place, and whom one meets. The
 * same showing keeps its UID, and a newer version has a higher SEQUENCE, so that it replaces what was sent before. What opens
 * the lockbox, and what the agent noted, is not for the client.
 */
export function calendarFile(site: CalendarSender, parts: CalendarParts): CalendarFile {
  const { showing, client, purpose, isGone, answerUrl, stamp } = parts
  const method = isGone ? 'CANCEL' : purpose === 'invitation' ? 'REQUEST' : 'PUBLISH'
  const calendar = ical({
    prodId: { company: site.siteName, product: 'Keyturn', language: 'EN' },
    method: ICalCalendarMethod[method],
    timezone: { name: showing.zone, generator: getVtimezoneComponent },
  })
  const agent = client.agent
  const event = calendar.createEvent({
    id: `showing-${showing.id}@${site.domain}`,
    sequence: showing.version,
    start: new TZDate(showing.starts_at, showing.zone),
    end: new TZDate(showing.ends_at, showing.zone),
    timezone: showing.zone,
    stamp,
    summary: `Showing: ${showing.address_formatted}`,
    location: showing.address_formatted,
    description: [
      showing.mls_number && `MLS ${showing.mls_number}`,
      agent && `You are meeting ${[agent.name, agent.phone].filter(Boolean).join(', ')}.`,
      answerUrl && `Confirm, or ask for another time: ${answerUrl}`,
    ]
      .filter(Boolean)
      .join('\n'),
    status: isGone ? ICalEventStatus.CANCELLED : statusOf(showing),
    organizer: {
      name: agent?.name ?? site.siteName,
      email: agent?.email ?? site.mailFrom.address,
      ...(agent && purpose === 'invitation' ? { sentBy: site.mailFrom.address } : {}),
    },
  })
  if (answerUrl) event.url(answerUrl)
  if (showing.lat !== null && showing.lng !== null)
    event.location({ title: showing.address_formatted, geo: { lat: showing.lat, lon: showing.lng } })
  if (purpose === 'invitation' && client.email)
    event.createAttendee({
      name: fullName(client) || client.email,
      email: client.email,
      type: ICalAttendeeType.INDIVIDUAL,
      role: ICalAttendeeRole.REQ,
      rsvp: !isGone && showing.client_answer !== 'confirmed',
      status: showing.client_answer === 'confirmed' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
    })
  return { method, content: calendar.toString() }
}

function statusOf({ status }: Pick<Showing, 'status'>): ICalEventStatus {
  if (isOff(status)) return ICalEventStatus.CANCELLED
  return status === 'requested' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}
