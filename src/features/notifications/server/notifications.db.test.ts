import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMail } from '../../../integrations/mail/parse.ts'
import { openNotifications, type TestNotifications, testKinds } from '../../../testing/notifications.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { notify } from './commands/notify.ts'
import { sendDigest, sendDueDigests } from './jobs/digest.ts'

let test: TestNotifications
let office: TestOffice
let agent: TestClient
beforeAll(async () => {
  test = await openNotifications()
  office = test.office
  agent = office.agent
}, 60_000)
afterAll(() => test.close())
beforeEach(() => test.reset())

const states = async () => (await test.deliveries()).map(({ channel, state }) => `${channel} ${state}`)
const listed = async (client = agent) => (await client.get('notifications')).data

describe('a notification', () => {
  it('is in the list of whom it is for, once for each cause, and in nobody else’s', async () => {
    await test.raise({ cause: 'text 7' })
    await test.raise({ cause: 'text 7' })
    const { data, unread, total } = await listed()
    expect({ unread, total }).toEqual({ unread: 1, total: 1 })
    expect(data[0]).toMatchObject({ kind: 'tried', title: 'Ada Lovelace texted you', path: '/leads/Ada_Lovelace_1' })
    expect((await listed(office.agent2)).total).toBe(0)
  })

  it('is not there when what caused it is undone', async () => {
    await expect(
      test.context().transaction(async ctx => {
        await notify(ctx, {
          to: { users: [office.userId('agent')] },
          kind: testKinds.plain,
          cause: 'x',
          title: 'X',
          path: '/leads',
        })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await listed()).total).toBe(0)
    expect(await test.deliveries()).toEqual([])
  })

  it('is read, unread again, and read with all others, in every window of the person', async () => {
    await test.raise()
    await test.raise()
    const [first, second] = (await listed()).data
    await office.rows('DELETE FROM live_changes')
    await agent.post('notifications/read', { ids: [first.id] })
    expect((await listed()).unread).toBe(1)
    expect((await office.rows(`SELECT audience FROM live_changes WHERE topic = 'notifications'`))[0]?.audience).toEqual(
      [`user:${office.userId('agent')}`],
    )
    await agent.post('notifications/unread', { ids: [first.id] })
    expect((await listed()).unread).toBe(2)
    await office.agent2.post('notifications/read', { ids: [second.id] })
    expect((await listed()).unread).toBe(2)
    await agent.post('notifications/read')
    expect((await listed()).unread).toBe(0)
    expect((await agent.get('notifications', { unread: 1 })).data.total).toBe(0)
  })

  it('of a lead is gone for whoever may no longer open the lead, also from what waits to be sent', async () => {
    const browser = await test.subscribe()
    const lead_id = await office.lead('agent')
    await test.raise({ lead_id })
    expect((await listed()).unread).toBe(1)
    await office.rows('UPDATE leads SET agent_id = $1 WHERE id = $2', [office.agentId('agent2'), lead_id])
    expect(await listed()).toMatchObject({ unread: 0, total: 0 })
    await test.work()
    expect(test.titles(browser)).toEqual([])
    expect((await test.deliveries())[0]).toMatchObject({ state: 'skipped', problem: 'The lead is no longer visible.' })
  })

  it('is not seen by somebody because an administrator looked at it in their place', async () => {
    await test.raise()
    const { id } = (await listed()).data[0]
    const superuser = await office.server.signIn('super')
    await superuser.post('login/possession', { user_id: office.userId('agent') })
    expect((await superuser.get('notifications')).data.total).toBe(1)
    await superuser.post('notifications/seen', { ids: [id] })
    await superuser.post(`notifications/${id}/open`)
    const { endpoint, p256dh, auth } = test.push.subscribe()
    expect((await superuser.post('notifications/devices', { endpoint, p256dh, auth })).http).toBe(409)
    await superuser.post('login/possession/leave')
    expect((await listed()).data[0].seen_at).toBeNull()
  })
})

describe('how somebody hears of a kind', () => {
  it('is theirs to choose, channel by channel', async () => {
    const set = (channel: string, is_on: boolean) =>
      agent.post('notifications/preferences', { kind: 'tried', channel, is_on })
    await test.subscribe()
    await set('push', false)
    const { data } = await set('email', true)
    expect(data.kinds.find((one: { kind: string }) => one.kind === 'tried')).toMatchObject({
      screen: true,
      push: false,
      text: false,
      email: true,
    })
    await test.raise()
    expect(await states()).toEqual(['email waiting'])
    await set('screen', false)
    await set('email', false)
    await test.raise()
    expect((await listed()).total).toBe(1)
    await agent.delete('notifications/preferences')
    await test.raise()
    expect((await listed()).total).toBe(2)
  })

  it('names only what they may hear of, and leaves on what always shows', async () => {
    const kinds = async (client: TestClient) =>
      (await client.get('notifications/preferences')).data.kinds.map((one: { kind: string }) => one.kind)
    expect(await kinds(agent)).not.toContain('office')
    expect(await kinds(office.admin)).toContain('office')
    const off = await agent.post('notifications/preferences', { kind: 'test', channel: 'screen', is_on: false })
    expect(off.http).toBe(422)
    expect(
      (await agent.post('notifications/preferences', { kind: 'office', channel: 'push', is_on: false })).http,
    ).toBe(422)
  })

  it('may be the native app, which is told the id of the user', async () => {
    const before = test.phones.taken.length
    await office.rows('UPDATE sessions SET is_native_app = true WHERE user_id = $1', [office.userId('agent')])
    await test.raise()
    await test.work()
    expect(test.phones.taken.slice(before)).toMatchObject([
      { external_ids: [String(office.userId('agent'))], title: 'Ada Lovelace texted you', body: 'Is it still there?' },
    ])
    expect(await states()).toEqual(['app sent'])
  })

  it('may be an e-mail', async () => {
    await test.raise({ kind: testKinds.byEmail })
    await test.work()
    expect(test.mails).toHaveLength(1)
    const parsed = await parseMail(test.mails[0]?.source ?? Buffer.alloc(0))
    expect(parsed.subject).toBe('Ada Lovelace texted you')
    expect(await states()).toEqual(['email sent'])
  })
})

describe('the daily e-mail', () => {
  /** Ten past eight in Toronto. */
  const MORNING = new Date('2026-11-20T13:10:00Z')
  const digests = () => office.rows('SELECT id FROM notification_digests ORDER BY id')
  const sendAll = async () => {
    for (const { id } of await digests()) await sendDigest.run(test.context(), { digest_id: id })
  }

  it('lists what is unread, once a day', async () => {
    office.server.clock.now = MORNING
    await test.raise()
    await test.raise({ title: 'A showing was confirmed' })
    await sendDueDigests.run(test.context(), {})
    await sendDueDigests.run(test.context(), {})
    expect(await digests()).toHaveLength(1)
    await sendAll()
    await sendAll()
    expect(test.mails).toHaveLength(1)
    const source = String(test.mails[0]?.source)
    expect(source).toContain('You have 2 unread notifications')
  })

  it('is not sent when everything is read, nor to whoever does not want it', async () => {
    office.server.clock.now = MORNING
    await test.raise()
    await sendDueDigests.run(test.context(), {})
    await agent.post('notifications/read')
    await sendAll()
    expect(test.mails).toEqual([])
    await office.rows('DELETE FROM notification_digests')
    await test.raise()
    await agent.post('notifications/settings', { digest_at: '' })
    await sendDueDigests.run(test.context(), {})
    expect(await digests()).toEqual([])
  })
})
