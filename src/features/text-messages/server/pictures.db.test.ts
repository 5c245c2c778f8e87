import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays } from 'date-fns'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DemoTwilio, postHook, serveDemoTwilio } from '../../../integrations/twilio/fake.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { addRow, type ReadRows, rowsOf } from '../../../testing/rows.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { purgeTextPictures } from './jobs/pictures.ts'

const PUBLIC = 'https://crm.example.test'
const WAIT = { timeout: 20_000 }

let server: TestServer
let twilio: DemoTwilio
let agent: TestClient
let agent2: TestClient
let rows: ReadRows
let lead: number
let phone: string
let serial = 0
/** What Twilio holds, by the last part of its address. */
const media = new Map<string, { type: string; bytes: Uint8Array }>()

const photo = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#2862d3' } })
      .png()
      .withExif({ IFD0: { Copyright: 'Somebody at home' } })
      .toBuffer(),
  )

/** Where the product really is, behind its public address. */
const found = (url: string) => url.replace(PUBLIC, server.url)

beforeAll(async () => {
  twilio = await serveDemoTwilio({ reach: found, mediaOf: id => media.get(id) ?? null })
  const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
  server = await startTestServer({
    KEYTURN_PUBLIC_URL: PUBLIC,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_TEXTS_FROM: textsFrom,
    TWILIO_API_URL: apiUrl ?? '',
  })
  rows = rowsOf(server.database)
  agent = await server.signIn('agent')
  agent2 = await server.signIn('agent2')
}, 60_000)
afterAll(async () => {
  await server.close()
  await twilio.close()
})
beforeEach(async () => {
  phone = `+1647555${2000 + ++serial}`
  const [owner] = await rows(
    "SELECT a.id FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email = 'agent@keyturn.test'",
  )
  lead = (await addRow(rows, 'leads', { first_name: 'Liam', last_name: 'Roy', phone, agent_id: owner?.id })).id
})

/** A text with these files, as Twilio brings it. */
const arrives = (files: readonly { type: string; bytes: Uint8Array }[], from = phone, body = '') => {
  const sid = `SMmedia${++serial}`
  const fields: Record<string, string> = {
    MessageSid: sid,
    From: from,
    To: twilio.account.textsFrom,
    Body: body,
    NumMedia: String(files.length),
  }
  for (const [place, file] of files.entries()) {
    const id = `ME${serial}x${place}`
    media.set(id, file)
    fields[`MediaUrl${place}`] =
      `https://api.twilio.com/2010-04-01/Accounts/${twilio.account.accountSid}/Messages/${sid}/Media/${id}`
    fields[`MediaContentType${place}`] = file.type
  }
  const url = `${PUBLIC}/crm/hooks/twilio/sms`
  return postHook({ url, at: found(url) }, fields)
}
const newest = async () => (await agent.get(`texts/${lead}`)).data.data[0]
const isDelivered = () => expect.poll(async () => (await newest()).state, WAIT).toBe('delivered')
const states = async () => (await newest()).pictures.map(({ state }: { state: string }) => state)
const added = async (bytes: Uint8Array<ArrayBuffer>, client = agent) => {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'house.png')
  return client.upload(`texts/${lead}/pictures`, form)
}
/** What somebody gets who asks for a file; all of it is read, so that the connection is free. */
const answerOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  bytes: new Uint8Array(await response.arrayBuffer()),
})
const seen = async (id: number, client = agent) => answerOf(await client.raw(`texts/pictures/${id}`))

describe('pictures that come with a text', () => {
  it('are kept here, without what the camera wrote into them, for whoever reaches the lead', async () => {
    await arrives([{ type: 'image/png', bytes: await photo(3000, 1500) }])
    await expect.poll(states, WAIT).toEqual(['stored'])
    const { pictures, body } = await newest()
    expect(body).toBe('')
    expect(pictures).toMatchObject([{ width: 1280, height: 640 }])
    const { type, bytes } = await seen(pictures[0].id)
    expect(type).toBe('image/jpeg')
    const drawn = await sharp(bytes).metadata()
    expect(drawn).toMatchObject({ format: 'jpeg', width: 1280 })
    expect(drawn).not.toHaveProperty('exif')
    expect((await seen(pictures[0].id, agent2)).status).toBe(404)
    const { data } = await agent.get(`lead/${lead}/milestones`)
    expect(data.data[0]).toMatchObject({ milestone_type_id: 2, description: 'A picture' })
  })

  it('cannot be fetched from outside', async () => {
    await arrives([{ type: 'image/png', bytes: await photo(20, 10) }])
    await expect.poll(states, WAIT).toEqual(['stored'])
    const [{ file }] = await rows('SELECT file FROM text_pictures ORDER BY id DESC LIMIT 1')
    expect((await answerOf(await fetch(`${server.url}/text-pictures/${file}.jpg`))).status).toBe(404)
  })

  it('that are something else, are damaged, or are gone already are said to be', async () => {
    await arrives([
      { type: 'video/mp4', bytes: new Uint8Array(8) },
      { type: 'image/jpeg', bytes: new Uint8Array(8) },
      { type: 'image/jpeg', bytes: await photo(10, 10) },
    ])
    await expect.poll(states, WAIT).toEqual(['unreadable', 'unreadable', 'stored'])
    await arrives([{ type: 'image/png', bytes: await photo(10, 10) }])
    media.clear()
    await expect.poll(async () => ['stored', 'gone'].includes((await states())[0]), WAIT).toBe(true)
  })

  it('of a number that is blocked are not fetched', async () => {
    await agent.post('twilio-block', { leadNumber: phone })
    const before = await rows('SELECT count(*)::int AS count FROM text_pictures')
    expect((await arrives([{ type: 'image/png', bytes: await photo(10, 10) }])).status).toBe(200)
    expect(await rows('SELECT count(*)::int AS count FROM text_pictures')).toEqual(before)
  })

  it('that come twice are one', async () => {
    const file = { type: 'image/png', bytes: await photo(10, 10) }
    await arrives([file])
    const sid = `SMmedia${serial}`
    const url = `${PUBLIC}/crm/hooks/twilio/sms`
    await postHook(
      { url, at: found(url) },
      { MessageSid: sid, From: phone, Body: '', NumMedia: '1', MediaUrl0: 'https://api.twilio.com/x' },
    )
    expect((await newest()).pictures).toHaveLength(1)
  })
})

describe('pictures that go out with a text', () => {
  it('are fetched by Twilio under an address that nobody guesses', async () => {
    const { data: picture } = await added(await photo(2000, 1000))
    expect(picture).toMatchObject({ state: 'stored', width: 1280, height: 640 })
    const sent = await agent.post(`texts/${lead}`, { body: 'The kitchen', picture_ids: [picture.id] })
    expect(sent).toMatchObject({ http: 201, data: { body: 'The kitchen', media: 1, pictures: [{ id: picture.id }] } })
    await isDelivered()
    const [url = ''] = twilio.taken.at(-1)?.mediaUrls ?? []
    expect(url).toMatch(/^https:\/\/crm\.example\.test\/text-pictures\/[0-9a-f]{32}\.jpg$/)
    expect(await answerOf(await fetch(found(url)))).toMatchObject({ status: 200, type: 'image/jpeg' })
    expect((await seen(picture.id)).status).toBe(200)
  })

  it('may go without words, but a text with neither is refused', async () => {
    const { data: picture } = await added(await photo(10, 10))
    expect(await agent.post(`texts/${lead}`, { body: ' ' })).toMatchObject({ http: 422 })
    expect(await agent.post(`texts/${lead}`, { body: '', picture_ids: [picture.id] })).toMatchObject({ http: 201 })
    await isDelivered()
    expect(twilio.taken.at(-1)?.body).toBe('')
  })

  it('are only those that one chose oneself, once', async () => {
    const { data: picture } = await added(await photo(10, 10))
    expect((await seen(picture.id, await server.signIn('admin'))).status).toBe(404)
    const admin = await server.signIn('admin')
    expect(await admin.post(`texts/${lead}`, { body: '', picture_ids: [picture.id] })).toMatchObject({ http: 409 })
    await agent.post(`texts/${lead}`, { body: '', picture_ids: [picture.id] })
    expect(await agent.post(`texts/${lead}`, { body: '', picture_ids: [picture.id] })).toMatchObject({
      http: 409,
      message: 'A picture of this text was not kept. Add it again.',
    })
    await isDelivered()
  })

  it('are deleted a day later unless they were sent', async () => {
    const [{ data: kept }, { data: left }] = [await added(await photo(10, 10)), await added(await photo(10, 10))]
    await agent.post(`texts/${lead}`, { body: '', picture_ids: [kept.id] })
    const files = () => readdir(join(server.filesDir, 'text-pictures'))
    const before = await files()
    const person = adminAtWork(server.database, 1)
    await purgeTextPictures.run(
      {
        ...person.reading,
        now: addDays(new Date(), 2),
        config: { ...person.reading.config, filesDir: server.filesDir },
        signal: new AbortController().signal,
        transaction: work => person.writing(work),
      },
      {},
    )
    expect([(await seen(kept.id)).status, (await seen(left.id)).status]).toEqual([200, 404])
    expect((await files()).length).toBeLessThan(before.length)
    await isDelivered()
  })

  it('that are none are refused in words', async () => {
    expect(await added(new Uint8Array(20))).toMatchObject({
      http: 422,
      message: { file: ['This file is no picture that can be read.'] },
    })
    expect((await added(await photo(10, 10), agent2)).http).toBe(404)
  })
})
