import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Showing } from '../src/features/showings/contract.ts'
import { calendarFile } from '../src/features/showings/server/commands/calendarFile.ts'
import { freePort } from '../src/platform/server/embedded/server.ts'
import { newFolder, type Program, startProgram } from './programs.ts'

const headers = { authorization: `Basic ${Buffer.from('agent:any').toString('base64')}` }
let radicale: Program
let calendar: string
beforeAll(async () => {
  const folder = await newFolder('radicale')
  const collections = join(folder, 'collections')
  await mkdir(collections)
  const port = await freePort()
  radicale = await startProgram(
    [
      'radicale',
      '--config',
      '',
      '--server-hosts',
      `127.0.0.1:${port}`,
      '--auth-type',
      'none',
      '--storage-filesystem-folder',
      collections,
    ],
    { folder, port },
  )
  calendar = `http://127.0.0.1:${port}/agent/showings/`
  expect((await fetch(calendar, { method: 'MKCALENDAR', headers })).status).toBe(201)
})
afterAll(() => radicale?.stop())

const site = {
  siteName: 'Keyturn',
  domain: 'keyturn.test',
  mailFrom: { name: 'Keyturn', address: 'mail@keyturn.test' },
}
const client = {
  first_name: 'Zoé',
  last_name: 'Tremblay',
  email: 'zoe@people.test',
  agent: null,
} as unknown as Parameters<typeof calendarFile>[1]['client']
const showing = (fields: Partial<Showing>) =>
  ({
    id: 7,
    version: 1,
    zone: 'America/Toronto',
    starts_at: '2026-11-01T15:00:00.000Z',
    ends_at: '2026-11-01T16:00:00.000Z',
    address_formatted: '38 Stadium Rd, Unit 12; Toronto',
    status: 'confirmed',
    client_answer: null,
    mls_number: 'C123',
    lat: 43.6,
    lng: -79.4,
    ...fields,
  }) as Showing

const put = (fields: Partial<Showing>) =>
  fetch(`${calendar}showing-7.ics`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
    body: calendarFile(site, {
      showing: showing(fields),
      client,
      purpose: 'file',
      isGone: false,
      answerUrl: null,
      stamp: new Date('2026-10-01T00:00:00Z'),
    }).content.replace(/METHOD:.*\r?\n/, ''),
  })

/** The events that another calendar client finds between two moments. */
async function found(start: string, end: string): Promise<string> {
  const body = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>
    <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${start}" end="${end}"/>
    </c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
  const answer = await fetch(calendar, {
    method: 'REPORT',
    headers: { ...headers, depth: '1', 'content-type': 'text/xml' },
    body,
  })
  return answer.text()
}

it('Radicale takes a showing on the day on which the clock changes, and finds it at its moment', async () => {
  expect((await put({})).status).toBe(201)
  expect(await found('20261101T150000Z', '20261101T160000Z')).toContain('showing-7@keyturn.test')
  expect(await found('20261101T140000Z', '20261101T150000Z')).not.toContain('showing-7@keyturn.test')
})

it('Radicale replaces a showing that was moved, under the same name', async () => {
  expect(
    (await put({ version: 2, starts_at: '2026-12-04T15:00:00.000Z', ends_at: '2026-12-04T16:00:00.000Z' })).ok,
  ).toBe(true)
  expect(await found('20261101T000000Z', '20261102T000000Z')).not.toContain('showing-7@keyturn.test')
  const moved = await found('20261204T150000Z', '20261204T160000Z')
  expect(moved).toContain('SEQUENCE:2')
  expect(moved).toContain('38 Stadium Rd\\, Unit 12\\; Toronto')
})
