import { gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobContext } from '../../../platform/server/context.ts'
import { runTransaction } from '../../../platform/server/database/transaction.ts'
import { testConfig } from '../../../testing/config.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { type World, worldOf } from '../../../testing/world.ts'
import { RECORDING_DAYS } from '../rules/limits.ts'
import { purgeRecordings } from './jobs.ts'

const NOON = new Date('2026-11-20T17:00:00Z')
const AT = NOON.getTime()
const page = { type: 5, timestamp: AT + 500, data: { tag: 'page', payload: { text: '/leads/$slug' } } }
const failed = { type: 5, timestamp: AT + 900, data: { tag: 'error', payload: { text: 'not_found' } } }
const element = (id: number, tagName: string, attributes: object, childNodes: unknown[] = []) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
})
/** What a browser would send if nothing were masked in it. */
const snapshot = {
  type: 2,
  timestamp: AT,
  data: {
    initialOffset: { left: 0, top: 0 },
    node: {
      type: 0,
      id: 1,
      childNodes: [
        element(2, 'html', { lang: 'en' }, [
          element(3, 'h1', { class: 'name', title: 'Ayesha Malhotra', 'data-name': 'Ayesha' }, [
            { type: 3, id: 4, textContent: 'Ayesha Malhotra' },
          ]),
          element(5, 'a', { href: 'tel:+14165550199' }, [{ type: 3, id: 6, textContent: '(416) 555-0199' }]),
          element(7, 'input', { value: 'ayesha@mail.test', placeholder: 'Write to Ayesha' }),
        ]),
      ],
    },
  },
}
const typed = { type: 3, timestamp: AT + 700, data: { source: 5, id: 7, text: 'Call Ayesha back', isChecked: false } }
const READABLE = /Ayesha|Malhotra|416|555|mail\.test|Call/

describe('the recording of sessions', () => {
  let server: TestServer
  let world: World
  let agent: TestClient
  let admin: TestClient
  beforeAll(async () => {
    server = await startTestServer()
    world = worldOf(server)
    agent = await server.signIn('agent')
    admin = await server.signIn('admin')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.now = NOON
    await server.database.pool.query('DELETE FROM recording_identifications')
    await switchTo(true)
  })

  const switchTo = (isOn: boolean) =>
    admin.post('admin/features', { feature: 'session_recording', scope: 'all', enabled: isOn })
  const identify = async (client = agent) => (await client.post('session_recordings/identification')).data
  const send = (id: number, body: Uint8Array, { run = crypto.randomUUID() as string, number = 0, as = agent } = {}) => {
    const form = new FormData()
    form.set('run', run)
    form.set('number', String(number))
    form.set('events', new Blob([new Uint8Array(body)]), 'events')
    return as.upload(`session_recordings/identification/${id}/events`, form)
  }
  const packed = (events: unknown) => gzipSync(JSON.stringify(events))
  const stored = async () =>
    (await server.database.pool.query('SELECT body FROM recording_chunks ORDER BY number')).rows.map(({ body }) =>
      gunzipSync(body).toString(),
    )
  function jobContext(now: Date): JobContext {
    const base = { config: testConfig(), log: pino({ level: 'silent' }), now }
    const { database } = server
    const owner = { call: 'job', viewer: null, actor: null, request: null, input: null }
    const transaction: JobContext['transaction'] = work =>
      runTransaction({ database, running: null }, base, owner, work)
    return { ...base, db: database.db, signal: new AbortController().signal, transaction }
  }
  /** A recording of the agent; its id. */
  const recorded = async () => {
    const { id } = await identify()
    const run = crypto.randomUUID()
    await send(id, packed([snapshot, page, typed]), { run })
    await send(id, packed([failed, { ...typed, timestamp: AT + 8000 }]), { run, number: 1 })
    const { data } = (await admin.get('session_recordings')).data
    return data[0].id as number
  }

  it('is off until somebody switches it on, and then for those it is on for', async () => {
    await admin.post('admin/features', { feature: 'session_recording', scope: 'all', enabled: '' })
    expect(await agent.post('session_recordings/identification')).toMatchObject({
      http: 403,
      message: 'Session recording is switched off.',
    })
    await switchTo(true)
    const { id } = await identify()
    await switchTo(false)
    expect(await send(id, packed([snapshot]))).toMatchObject({ http: 403 })
    expect(await stored()).toEqual([])
  })

  describe('identifies who sits there', () => {
    it('once a day, and anew when the day begins where they work', async () => {
      const first = await identify()
      expect(first).toMatchObject({ day: '2026-11-20', user_id: await world.userId('agent') })
      server.clock.now = new Date('2026-11-21T04:59:59Z')
      expect(await identify()).toEqual(first)
      server.clock.now = new Date('2026-11-21T05:00:00Z')
      const second = await identify()
      expect(second).toMatchObject({ day: '2026-11-21', user_id: first.user_id })
      expect(second.id).not.toBe(first.id)
    })

    it('anew for each user, also for somebody who acts as another', async () => {
      const own = await identify()
      const office = await identify(admin)
      expect(office.user_id).toBe(await world.userId('admin'))
      const boss = await server.signIn('super')
      await boss.post('login/possession', { user_id: own.user_id })
      const acting = await identify(boss)
      expect(acting).toMatchObject({ user_id: own.user_id, actor_user_id: await world.userId('super'), day: own.day })
      expect(new Set([own.id, office.id, acting.id]).size).toBe(3)
      await send(acting.id, packed([snapshot]), { as: boss })
      const [one] = (await admin.get('session_recordings')).data.data
      expect(one).toMatchObject({ person: { id: own.user_id }, by: { id: acting.actor_user_id } })
    })

    it('and takes no events under the identification of another person, or of another day', async () => {
      const { id } = await identify()
      expect(await send(id, packed([snapshot]), { as: admin })).toMatchObject({ http: 404 })
      server.clock.now = new Date('2026-11-21T05:00:00Z')
      expect(await send(id, packed([snapshot]))).toMatchObject({ http: 409 })
      expect(await stored()).toEqual([])
    })
  })

  it('stores nothing that could be read on the screen, whatever a browser sends', async () => {
    await recorded()
    const texts = await stored()
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).not.toMatch(READABLE)
    expect(texts[0]).toContain('•')
    expect(texts[0]).toContain('/leads/$slug')
  })

  it('takes a batch once, and refuses what is none', async () => {
    const { id } = await identify()
    const run = crypto.randomUUID()
    for (let time = 0; time < 2; time++)
      expect((await send(id, packed([snapshot]), { run })).data).toEqual({ is_stored: true })
    expect(await stored()).toHaveLength(1)
    for (const body of [Buffer.from('no gzip'), packed('text'), packed([]), packed([{ type: 9 }]), packed([null, 1])])
      expect(await send(id, body)).toMatchObject({ http: 422 })
    expect(await send(id, gzipSync(Buffer.alloc(13 * 1024 * 1024, ' ')))).toMatchObject({ http: 413 })
    expect(await send(id, packed(Array.from({ length: 5_001 }, () => page)))).toMatchObject({ http: 413 })
    expect(await stored()).toHaveLength(1)
  })

  it('drops what comes after a day is full', async () => {
    const { id } = await identify()
    await send(id, packed([snapshot]))
    await server.database.pool.query('UPDATE recording_chunks SET bytes = $1', [64 * 1024 * 1024])
    expect((await send(id, packed([snapshot]), { number: 1 })).data).toEqual({ is_stored: false })
    expect(await stored()).toHaveLength(1)
  })

  it('is listed by person and day, with what happened', async () => {
    const id = await recorded()
    const user_id = await world.userId('agent')
    const [one] = (await admin.get('session_recordings', { user_id, from: '2026-11-20', to: '2026-11-20' })).data.data
    expect(one).toMatchObject({ id, person: { id: user_id }, by: null, day: '2026-11-20', pages: 1, errors: 1 })
    expect((await admin.get('session_recordings', { from: '2026-11-21' })).data.data).toEqual([])
    const other = await world.userId('agent2')
    expect((await admin.get('session_recordings', { user_id: other })).data.data).toEqual([])
    expect((await admin.get('session_recordings/people')).data).toMatchObject([{ id: user_id }])
  })

  it('is read only by whoever opened it, which the audit log says each time', async () => {
    const id = await recorded()
    const boss = await server.signIn('super')
    const viewing = (await admin.post(`session_recordings/${id}/viewings`)).data
    expect(viewing).toMatchObject({
      chunks: [{ number: 0 }, { number: 1 }],
      marks: [{ kind: 'page' }, { kind: 'error' }],
    })
    const { viewing_id } = viewing
    const read = (as: TestClient, number = 0) => as.get(`session_recordings/${id}/events`, { viewing_id, number })
    expect((await read(admin)).data.events).toHaveLength(3)
    expect(await read(boss)).toMatchObject({ http: 403 })
    expect(await read(agent)).toMatchObject({ http: 403 })
    await admin.post(`session_recordings/${id}/viewings`)
    const entries = (await admin.get('audit', { subject: 'recording', subject_id: String(id) })).data.data
    const texts = entries.map(({ sentence }: { sentence: { text: string }[] }) =>
      sentence.map(({ text }) => text).join(''),
    )
    expect(texts).toEqual(
      Array.from({ length: 2 }, () => 'Grace Oyelaran watched a recording of the screen of Maya Lindqvist'),
    )
  })

  it('stops in the middle for somebody who loses the right while they watch', async () => {
    const id = await recorded()
    const [watcher, boss] = [await server.signIn('admin'), await server.signIn('super')]
    const { viewing_id } = (await watcher.post(`session_recordings/${id}/viewings`)).data
    expect(await watcher.get(`session_recordings/${id}/events`, { viewing_id, number: 0 })).toMatchObject({ http: 200 })
    const user = await world.userId('admin')
    await boss.postJson(`users/${user}`, { denied_permissions: ['view_session_recordings'] })
    expect(await watcher.get(`session_recordings/${id}/events`, { viewing_id, number: 1 })).toMatchObject({ http: 403 })
    await boss.postJson(`users/${user}`, { denied_permissions: [] })
  })

  it('goes when it is deleted, and when it is too old', async () => {
    const id = await recorded()
    await admin.delete(`session_recordings/${id}`)
    expect(await stored()).toEqual([])

    await recorded()
    const purge = (now: Date) => purgeRecordings.run(jobContext(now), {})
    await purge(new Date(AT + RECORDING_DAYS * 86_400_000))
    expect(await stored()).toHaveLength(2)
    await purge(new Date(AT + (RECORDING_DAYS + 1) * 86_400_000))
    expect(await stored()).toEqual([])
  })
})
