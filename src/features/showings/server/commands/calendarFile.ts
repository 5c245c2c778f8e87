import { TZDate } from '@date-fns/tz'
import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Showing } from '../../contract.ts'
import type { ShowingStatus } from '../../rules.ts'

/** What of the brokerage stands in a client's calendar. */
export interface CalendarSender {
  site_name: string
  domain: string
  agent: { name: string; email: string } | null
}

const statusOf: Partial<Record<ShowingStatus, ICalEventStatus>> = {
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
}

/**
 * A showing as a calendar file (RFC 5545) for the client: where and when, in the zone of the place, whom one meets. The
 * same showing keeps its UID, and a newer version has a higher SEQUENCE, so that a changed file replaces the first. What
 * opens the lockbox, and what the agent noted, is not for the client.
 */
export function calendarFile(showing: Showing, { site_name, domain, agent }: CalendarSender): string {
  const isOff = showing.status === 'cancelled' || showing.status === 'declined'
  const calendar = ical({
    name: 'Showing',
    prodId: { company: site_name, product: 'Keyturn', language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    timezone: { name: showing.zone, generator: getVtimezoneComponent },
  })
  const event = calendar.createEvent({
    id: `showing-${showing.id}@${domain}`,
    sequence: showing.version,
    start: new TZDate(showing.starts_at, showing.zone),
    end: new TZDate(showing.ends_at, showing.zone),
    timezone: showing.zone,
    stamp: new Date(showing.updated_at),
    summary: `Showing: ${showing.address_formatted}`,
    location: showing.address_formatted,
    description: [showing.mls_number && `MLS ${showing.mls_number}`, agent && `You meet ${agent.name}.`]
      .filter(Boolean)
      .join('\n'),
    status: statusOf[showing.status] ?? ICalEventStatus.TENTATIVE,
  })
  if (agent) event.organizer(agent)
  return calendar.toString()
}
