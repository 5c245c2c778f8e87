import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import type { Showing } from '../contract.ts'
import { calendarFile } from './commands/calendarFile.ts'

const site = { siteName: 'Keyturn', domain: 'keyturn.test', mailFrom: { name: 'Keyturn', address: 'crm@keyturn.test' } }
const client = {
  id: 1,
  agent_id: null,
  first_name: 'Amara',
  last_name: 'Obi',
  email: 'amara@people.test',
  is_email_valid: true,
  is_bogus: false,
  is_deleted: false,
  agent: null,
}
const HALF_HOUR_MS = 1_800_000

it('means the same instant in the zone of the place on the days around both changes of the clock', () => {
  const changes = ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'].map(Date.parse)
  fc.assert(
    fc.property(fc.constantFrom(...changes), fc.integer({ min: -96, max: 96 }), fc.nat(500), (at, step, version) => {
      const starts = at + step * HALF_HOUR_MS
      const showing = {
        id: 7,
        version,
        zone: 'America/Toronto',
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + HALF_HOUR_MS).toISOString(),
        address_formatted: '38 Stadium Rd',
        status: 'confirmed',
        client_answer: null,
        mls_number: null,
        lat: null,
        lng: null,
      } as Showing
      const parts = {
        showing,
        client,
        purpose: 'invitation',
        isGone: false,
        answerUrl: null,
        stamp: new Date(at),
      } as const
      const calendar = new ICAL.Component(ICAL.parse(calendarFile(site, parts).content))
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
      expect(event.sequence).toBe(version)
      const local = new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'medium',
        timeZone: 'America/Toronto',
      }).format(starts)
      expect(event.startDate.toString()).toBe(local.replace(' ', 'T'))
    }),
  )
})
