import { subDays } from 'date-fns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { countIntakeOf, eraseIntakeOf } from './commands/traces.ts'
import { purgeIntake } from './jobs.ts'

let office: TestOffice
let source: number
let count = 0

beforeAll(async () => {
  office = await openTestOffice()
  source = (await office.admin.postJson('intake/sources', { kind: 'mailbox', name: 'Portals' })).data.source.id
}, 60_000)
afterAll(() => office.server.close())

const admin = () => adminAtWork(office.server.database, office.userId('admin'))

async function delivery(body: string, receivedAt = new Date()): Promise<number> {
  const [row] = await office.rows(
    'INSERT INTO intake_deliveries (source_id, body, received_at) VALUES ($1, $2, $3) RETURNING id',
    [source, body, receivedAt],
  )
  return Number(row?.id)
}

async function mail(fields: { state?: string; text?: string; raw?: string }, receivedAt = new Date()): Promise<number> {
  const [row] = await office.rows(
    `INSERT INTO intake_mails (source_id, digest, raw, sender, text, received_at, state)
     VALUES ($1, sha256($2::text::bytea), $3::text::bytea, 'notify@portal.test', $4, $5, $6) RETURNING id`,
    [source, `mail ${++count}`, fields.raw ?? 'raw', fields.text ?? '', receivedAt, fields.state ?? 'unread'],
  )
  return Number(row?.id)
}

async function event(fields: { state: string; person?: object; visitor?: string }): Promise<number> {
  const [row] = await office.rows(
    `INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at, visitor_id, person, state)
     VALUES ($1, $2, 'visited', now(), now(), $3, $4, $5) RETURNING id`,
    [source, `event ${++count}`, fields.visitor ?? null, JSON.stringify(fields.person ?? {}), fields.state],
  )
  return Number(row?.id)
}

const idsOf = async (table: string) =>
  (await office.rows(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => Number(id))

describe('what a person left at Intake without being a lead', () => {
  it('is found and erased by address and number, however they are written, and nobody else is touched', async () => {
    const gone = {
      deliveries: [
        await delivery('{"person":{"email":"MINA.rao@People.test"}}'),
        await delivery(String.raw`{"data":{"message":"write to\nmina.rao\u0040people.test."}}`),
        await delivery('{"person":{"phone":"(416) 555-0164"}}'),
        await delivery('not JSON, +1 416.555.0164'),
        await delivery('{"person":{"email":"M.Rao+homes@googlemail.com"}}'),
      ],
      mails: [
        await mail({ text: 'Reach at: mina.rao@people.test (evenings)', state: 'ignored' }),
        await mail({ text: 'Call 4165550164' }),
        await mail({ raw: 'Reply-To: mina.rao@people.test', state: 'waiting' }),
      ],
      events: [
        await event({ state: 'waiting', person: { email: 'mina.rao@people.test' }, visitor: 'browser-1' }),
        await event({ state: 'anonymous', visitor: 'browser-1' }),
        await event({ state: 'failed', person: { phone: '416 555 0164' } }),
      ],
    }
    const stays = {
      deliveries: [
        await delivery('{"person":{"email":"jamina.rao@people.test"}}'),
        await delivery('{"person":{"email":"mina.rao@people.test.example"}}'),
        await delivery('{"person":{"email":"minaxrao@people.test","phone":"416 555 01645"}}'),
      ],
      mails: [await mail({ text: 'Call 416 555 0165' })],
      events: [await event({ state: 'anonymous', visitor: 'browser-2' })],
    }
    const person = { addresses: ['Mina.Rao@people.test', 'mrao@gmail.com', 'nothing'], numbers: ['+14165550164', '12'] }
    const expected = { intake_deliveries: 5, intake_mails: 3, intake_events: 3 }
    expect(await countIntakeOf(admin().reading, person)).toEqual(expected)
    expect(await admin().writing(ctx => eraseIntakeOf(ctx, person))).toEqual(expected)
    expect(await admin().writing(ctx => eraseIntakeOf(ctx, person))).toEqual({
      intake_deliveries: 0,
      intake_mails: 0,
      intake_events: 0,
    })
    expect(await idsOf('intake_deliveries')).toEqual(stays.deliveries)
    expect(await idsOf('intake_mails')).toEqual(stays.mails)
    expect(await idsOf('intake_events')).toEqual(stays.events)
    expect(gone.mails).toHaveLength(expected.intake_mails)
  })

  it('is nothing without an address or a number', async () => {
    await delivery('anything')
    expect(await admin().writing(ctx => eraseIntakeOf(ctx, { addresses: [], numbers: [''] }))).toEqual({
      intake_deliveries: 0,
      intake_mails: 0,
      intake_events: 0,
    })
  })
})

describe('each night', () => {
  it('old requests go, the bytes of mails that were dealt with, and mails without a lead after a year', async () => {
    await office.rows('DELETE FROM intake_deliveries')
    await office.rows('DELETE FROM intake_mails')
    const now = new Date()
    const [month, season, year] = [subDays(now, 30), subDays(now, 100), subDays(now, 400)]
    const recent = await delivery('{}', month)
    await delivery('{}', season)
    const mails = {
      recentRead: await mail({ state: 'read' }, month),
      read: await mail({ state: 'read', text: 'Hello' }, season),
      oldRead: await mail({ state: 'read' }, year),
      unread: await mail({ state: 'unread' }, season),
      ignored: await mail({ state: 'ignored' }, season),
    }
    await mail({ state: 'unread' }, year)
    await mail({ state: 'ignored' }, year)
    await purgeIntake.run(
      {
        ...admin().reading,
        transaction: work => admin().writing(ctx => work({ ...ctx, author: null })),
        signal: new AbortController().signal,
      },
      {},
    )
    expect(await idsOf('intake_deliveries')).toEqual([recent])
    const left = await office.rows('SELECT id, octet_length(raw) > 0 AS has_raw, text FROM intake_mails ORDER BY id')
    expect(left).toEqual([
      { id: mails.recentRead, has_raw: true, text: '' },
      { id: mails.read, has_raw: false, text: 'Hello' },
      { id: mails.oldRead, has_raw: false, text: '' },
      { id: mails.unread, has_raw: true, text: '' },
      { id: mails.ignored, has_raw: false, text: '' },
    ])
  })
})
