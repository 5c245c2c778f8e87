import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeFacebook, serveFakeFacebook } from '../../../integrations/facebook/fake.ts'
import { runJob } from '../../../testing/followUp/runJob.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { fetchFacebookLeads } from './jobs.ts'

let office: TestOffice
let facebook: FakeFacebook

beforeAll(async () => {
  facebook = await serveFakeFacebook()
  office = await openTestOffice(null, {
    KEYTURN_ROLE: 'web',
    FACEBOOK_GRAPH_URL: facebook.url,
    FACEBOOK_APP_SECRET: facebook.secret,
    FACEBOOK_PAGE_TOKEN: facebook.token,
  })
}, 60_000)
afterAll(async () => {
  await office.server.close()
  await facebook.close()
})

const added = async (kind: string, name: string, fields: object = {}) =>
  (await office.admin.postJson('intake/sources', { kind, name, ...fields })).data
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await office.server.signedOut.raw(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { http: response.status, text: await response.text() }
}
const leadsOf = (email: string) => office.rows('SELECT * FROM leads WHERE email = $1', [email])
const deliveriesOf = (source: number) =>
  office.rows('SELECT * FROM intake_deliveries WHERE source_id = $1 ORDER BY id', [source])

describe('any JSON', () => {
  const submission = (email: string, { id = email, phone = '416 555 0188' } = {}) => ({
    event_id: id,
    form_response: {
      submitted_at: '2026-11-22T14:58:14Z',
      answers: [
        { ref: 'who', text: 'Danielle Ouellette' },
        { ref: 'mail', text: email },
        { ref: 'call', text: phone },
        { ref: 'wish', text: 'Two bedrooms near a park' },
      ],
    },
  })
  const mapping = {
    type: 'contact_agent',
    fields: [
      { field: 'full_name', path: '/form_response/answers/ref=who/text' },
      { field: 'email', path: '/form_response/answers/ref=mail/text' },
      { field: 'phone', path: '/form_response/answers/ref=call/text' },
      { field: 'message', path: '/form_response/answers/ref=wish/text' },
      { field: 'occurred_at', path: '/form_response/submitted_at' },
      { field: 'source_event_id', path: '/event_id' },
    ],
  }

  it('is kept before anybody has mapped it, tried on what is stored, and becomes leads when the mapping is saved', async () => {
    const { key, source } = await added('mapped', 'Typed form')
    expect(source.is_mapped).toBe(false)
    expect(await post(`hooks/intake/${key}`, submission('first@form.test'))).toMatchObject({ http: 200 })
    expect(await post(`hooks/intake/${key}`, submission('second@form.test'))).toMatchObject({ http: 200 })
    expect(await post(`hooks/intake/${key}`, { ping: true })).toMatchObject({ http: 200 })
    expect(await leadsOf('first@form.test')).toEqual([])

    const { samples } = (await office.admin.get(`intake/sources/${source.id}/samples`)).data
    expect(samples[1].leaves).toContainEqual({
      path: '/form_response/answers/ref=mail/text',
      value: 'second@form.test',
    })
    const trial = (await office.admin.postJson(`intake/sources/${source.id}/mapping/try`, mapping)).data
    expect(trial).toMatchObject({ read: 2, total: 3, waiting: 2 })
    expect(trial.requests[1]).toMatchObject({ is_read: true, says: 'Danielle Ouellette, second@form.test' })
    expect(await leadsOf('first@form.test')).toEqual([])

    const saved = await office.admin.postJson(`intake/sources/${source.id}/mapping`, mapping)
    expect(saved.data).toEqual({ replayed: 2 })
    const [lead] = await leadsOf('first@form.test')
    expect(lead).toMatchObject({
      first_name: 'Danielle',
      last_name: 'Ouellette',
      phone: '+14165550188',
      source: 'Typed form',
    })
    const refused = (await office.admin.get('intake/refusals')).data.data
    expect(refused.filter((each: { source: { id: number } }) => each.source.id === source.id)).toHaveLength(1)
  })

  it('makes one lead of a request that comes again, and none of the same person twice', async () => {
    const again = { phone: '647 555 0101' }
    const { key, source } = await added('mapped', 'Again form')
    await office.admin.postJson(`intake/sources/${source.id}/mapping`, mapping)
    await Promise.all(
      Array.from({ length: 3 }, () => post(`hooks/intake/${key}`, submission('again@form.test', again))),
    )
    await post(`hooks/intake/${key}`, submission('again@form.test', { id: 'another', ...again }))
    expect(await leadsOf('again@form.test')).toHaveLength(1)
    const events = await office.rows('SELECT FROM intake_events WHERE source_id = $1', [source.id])
    expect(events).toHaveLength(2)
  })

  it('asks for its own key, and keeps what is no JSON', async () => {
    const { key, source } = await added('mapped', 'Broken form')
    expect(await post('hooks/intake/kt_json_wrong', {})).toMatchObject({ http: 401 })
    const other = await added('webhook', 'Signed webhook')
    expect(await post(`hooks/intake/${other.key}`, {})).toMatchObject({ http: 403 })
    expect(await post(`hooks/intake/${key}`, '{"a":')).toMatchObject({ http: 400 })
    expect(await deliveriesOf(source.id)).toMatchObject([{ problem: 'The request is not valid JSON.' }])
  })
})

describe('a lead form of Google Ads', () => {
  const lead = (key: string, fields: object = {}) => ({
    lead_id: 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    api_version: '1.0',
    form_id: 40000000000,
    campaign_id: 12345678901,
    google_key: key,
    is_test: false,
    gcl_id: 'TeSter',
    user_column_data: [
      { column_name: 'Full Name', string_value: 'Amara Osei', column_id: 'FULL_NAME' },
      { column_name: 'User Email', string_value: 'amara@google.test', column_id: 'EMAIL' },
      { column_name: 'User Phone', string_value: '+14165550123', column_id: 'PHONE_NUMBER' },
      { column_name: 'When do you move?', string_value: 'In spring', column_id: 'when_do_you_move' },
    ],
    ...fields,
  })

  it('is a lead once, however often it comes; a test makes none', async () => {
    const { key, source } = await added('google_ads', 'Google form')
    expect(key.length).toBeLessThanOrEqual(50)
    expect(await post('hooks/google-ads', lead(key, { is_test: true }))).toEqual({ http: 200, text: '{}' })
    expect(await leadsOf('amara@google.test')).toEqual([])
    for (let time = 0; time < 2; time++) expect(await post('hooks/google-ads', lead(key))).toMatchObject({ http: 200 })
    const made = await leadsOf('amara@google.test')
    expect(made).toMatchObject([{ first_name: 'Amara', last_name: 'Osei', phone: '+14165550123', agent_id: null }])
    const [event] = await office.rows('SELECT * FROM intake_events WHERE source_id = $1', [source.id])
    expect(event?.data).toMatchObject({
      message: 'When do you move?: In spring',
      utm: { source: 'google', campaign: '12345678901' },
    })
    const stored = await deliveriesOf(source.id)
    expect(stored).toHaveLength(3)
    expect(JSON.stringify(stored)).not.toContain(key)
  })

  it('is refused with another key, and kept when nobody can be reached by it', async () => {
    const { key, source } = await added('google_ads', 'Second form')
    expect(await post('hooks/google-ads', lead('wrong'))).toMatchObject({ http: 401 })
    expect(await post('hooks/google-ads', { hello: 1 })).toMatchObject({ http: 422 })
    expect(await post('hooks/google-ads', lead(key, { lead_id: 'no-contact', user_column_data: [] }))).toMatchObject({
      http: 200,
    })
    expect(await deliveriesOf(source.id)).toMatchObject([
      { refused: 1, problem: expect.stringContaining('no-contact') },
    ])
  })
})

describe('a lead form of Facebook', () => {
  const known = (id: string, email: string) =>
    facebook.leads.set(id, {
      id,
      created_time: '2026-11-22T08:49:14+0000',
      ad_id: '88001',
      form_id: '77001',
      field_data: [
        { name: 'full_name', values: ['Noor Haddad'] },
        { name: 'email', values: [email] },
        { name: 'what_is_your_budget?', values: ['under 900k'] },
      ],
    })
  const notify = ({ body, signature }: { body: string; signature: string }) =>
    post('hooks/facebook', body, { 'x-hub-signature-256': signature })
  const work = () =>
    runJob(office, fetchFacebookLeads, {
      config: { facebook: { url: facebook.url, secret: facebook.secret, token: facebook.token } },
    })

  it('answers the question for the token of its source, and nobody else’s', async () => {
    const { key } = await added('facebook', 'Facebook', { address: '1001' })
    const ask = async (token: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': token,
        'hub.challenge': '1158201444',
      })
      const response = await office.server.signedOut.raw(`hooks/facebook?${query}`)
      return { http: response.status, text: await response.text() }
    }
    expect(await ask(key)).toEqual({ http: 200, text: '1158201444' })
    expect(await ask('wrong')).toMatchObject({ http: 401 })
  })

  it('is read by its id after the notice was stored, and is one lead however often it is told', async () => {
    known('7700000000000000001', 'noor@facebook.test')
    const notice = facebook.notice('1001', ['7700000000000000001'])
    expect(await notify({ ...notice, signature: 'sha256=00' })).toMatchObject({ http: 403 })
    expect(await notify(notice)).toEqual({ http: 200, text: 'EVENT_RECEIVED' })
    expect(await notify(notice)).toMatchObject({ http: 200 })
    await work()
    await notify(notice)
    await work()
    expect(await leadsOf('noor@facebook.test')).toMatchObject([
      { first_name: 'Noor', last_name: 'Haddad', source: 'Facebook' },
    ])
    expect(facebook.asked.filter(id => id === '7700000000000000001')).toHaveLength(1)
    const [event] = await office.rows(`SELECT * FROM intake_events WHERE source_event_id = '7700000000000000001'`)
    expect(event?.data).toMatchObject({ message: 'what is your budget?: under 900k' })
    expect(event?.occurred_at).toContain('2026-11-22T08:49:14')
  })

  it('waits while Facebook fails, then for a person, and is read when that person has it tried again', async () => {
    const [source] = await office.rows(`SELECT id FROM intake_sources WHERE name = 'Facebook'`)
    facebook.fault = 503
    await notify(facebook.notice('1001', ['7700000000000000002']))
    const start = Date.now()
    for (let time = 0; time < 8; time++) {
      office.server.clock.now = new Date(start + time * 24 * 3_600_000)
      await work()
    }
    office.server.clock.now = null
    const [refusal] = (await office.admin.get('intake/refusals')).data.data
    expect(refusal).toMatchObject({
      source: { id: source?.id },
      problem: 'Facebook did not give lead 7700000000000000002: Service temporarily unavailable',
    })
    facebook.fault = null
    known('7700000000000000002', 'late@facebook.test')
    expect((await office.admin.post(`intake/refusals/${refusal.id}/replay`)).data).toEqual({ accepted: 1, refused: 0 })
    await work()
    expect(await leadsOf('late@facebook.test')).toHaveLength(1)
  })

  it('asks to be told again of a page that no source takes', async () => {
    expect(await notify(facebook.notice('2002', ['7700000000000000003']))).toMatchObject({ http: 404 })
  })
})
