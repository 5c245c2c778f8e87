import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openNotifications, type TestNotifications, testKinds } from '../../../testing/notifications.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { endNotified, markNotified } from './commands/notify.ts'
import { deliverNotification } from './jobs/deliver.ts'

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

/** Noon in Toronto, at which each test begins, and eleven in the evening there. */
const NOON = new Date('2026-11-20T17:00:00Z')
const NIGHT = new Date('2026-11-21T04:00:00Z')

const states = async () => (await test.deliveries()).map(({ channel, state }) => `${channel} ${state}`)
const listed = async (client = agent) => (await client.get('notifications')).data

describe('a push', () => {
  it('reaches every device of the person, and says so', async () => {
    const [phone, computer] = [await test.subscribe(), await test.subscribe()]
    await test.raise({ kind: testKinds.urgent })
    await test.work()
    expect([test.titles(phone), test.titles(computer)]).toEqual([
      ['Ada Lovelace texted you'],
      ['Ada Lovelace texted you'],
    ])
    expect(test.push.shown(phone)[0]).toMatchObject({ urgency: 'high', ttl: 86_400 })
    await test.report(phone, 'delivered')
    await test.report(phone, 'opened')
    const [item] = (await listed()).data
    expect(
      item.deliveries.map(({ state, delivered_at, opened_at }: Record<string, unknown>) => [
        state,
        delivered_at !== null,
        opened_at !== null,
      ]),
    ).toEqual([
      ['sent', true, true],
      ['sent', false, false],
    ])
    expect([item.seen_at, item.acted_at].includes(null)).toBe(false)
  })

  it('is made once, though two workers are at it', async () => {
    const browser = await test.subscribe()
    await test.raise()
    const [delivery] = await test.deliveries()
    const run = () => deliverNotification.run(test.context(), { delivery_id: delivery?.id })
    await Promise.allSettled([run(), run(), run(), run()])
    expect(test.titles(browser)).toHaveLength(1)
    await run()
    expect(test.titles(browser)).toHaveLength(1)
  })

  it('whose worker died while it was handed over is unknown, and not sent again', async () => {
    const browser = await test.subscribe()
    await test.raise()
    await office.rows(`UPDATE notification_deliveries SET state = 'trying', tries = 1, trying_at = $1`, [
      new Date(NOON.getTime() - 10 * 60_000),
    ])
    await test.work()
    expect(await states()).toEqual(['push unknown'])
    expect(test.titles(browser)).toEqual([])
  })

  it('to a subscription that ended deletes the device', async () => {
    const [gone, stays] = [await test.subscribe(), await test.subscribe()]
    test.push.expire(gone)
    await test.raise()
    await test.work()
    expect(test.titles(stays)).toHaveLength(1)
    expect((await agent.get('notifications/preferences')).data.devices.map(({ id }: { id: number }) => id)).toEqual([
      stays.id,
    ])
    expect((await test.deliveries())[0]).toMatchObject({
      state: 'skipped',
      problem: 'The device no longer takes notifications.',
    })
  })

  it('is tried again when the push service is down, and fails for what it refuses', async () => {
    const browser = await test.subscribe()
    await test.raise()
    test.answerPush(503)
    await expect(test.work()).rejects.toThrow('503')
    expect(await states()).toEqual(['push waiting'])
    test.answerPush(null)
    await test.work()
    expect(test.titles(browser)).toHaveLength(1)
    await test.raise()
    test.answerPush(413)
    await test.work()
    expect(await states()).toEqual(['push sent', 'push failed'])
  })

  it('does not reach whoever was deactivated since, nor a device on which they signed out', async () => {
    const browser = await test.subscribe()
    await test.raise()
    await office.rows('UPDATE users SET is_active = false WHERE id = $1', [office.userId('agent')])
    await test.work()
    await test.raise()
    await office.rows('UPDATE users SET is_active = true')
    await test.raise()
    await office.rows('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [office.userId('agent')])
    await test.work()
    expect(test.titles(browser)).toEqual([])
    expect((await test.deliveries()).map(({ problem }) => problem)).toEqual([
      'The account was deactivated.',
      'Signed out on this device.',
    ])
  })

  it('does not reach whoever lost the right to what it is about', async () => {
    const browser = await test.subscribe()
    await test.raise({ kind: testKinds.forAdmins })
    await test.work()
    expect(test.titles(browser)).toEqual([])
  })

  it('names nobody on a locked screen when the person does not want that', async () => {
    const browser = await test.subscribe()
    await agent.post('notifications/settings', { shows_names: false })
    await test.raise()
    await test.work()
    expect(test.titles(browser)).toEqual(['Tried things'])
  })

  it('goes nowhere but to push services: an address inside is refused', async () => {
    const { p256dh, auth } = test.push.subscribe()
    for (const endpoint of ['http://push.example.com/1', 'https://10.0.0.1/1', 'https://[::1]/1']) {
      const { http, error } = await agent.post('notifications/devices', { endpoint, p256dh, auth })
      expect([http, error]).toEqual([422, 'validation'])
    }
  })
})

describe('what nobody has seen', () => {
  beforeEach(() => office.rows(`UPDATE users SET phone = '+14165550199' WHERE id = $1`, [office.userId('agent')]))
  const texts = () => test.twilio.taken.filter(({ to }) => to === '+14165550199').length

  it('is texted after its time, unless it was seen on any device', async () => {
    const before = texts()
    await test.raise({ kind: testKinds.escalating })
    expect((await test.deliveries()).map(({ channel, is_fallback }) => [channel, is_fallback])).toEqual([
      ['text', true],
    ])
    await test.work()
    expect(texts()).toBe(before + 1)
    await test.raise({ kind: testKinds.escalating })
    const { id } = (await listed()).data[0]
    await agent.post('notifications/seen', { ids: [id] })
    await test.work()
    expect(texts()).toBe(before + 1)
    expect((await test.deliveries()).at(-1)).toMatchObject({ state: 'skipped', problem: 'Seen in time.' })
  })

  it('is left alone once it is over, or was done elsewhere', async () => {
    const before = texts()
    await test.raise({ kind: testKinds.escalating, cause: 'offer 1' })
    await test.raise({ kind: testKinds.escalating, cause: 'offer 2' })
    await test.context().transaction(async ctx => {
      await endNotified(ctx, { kind: testKinds.escalating, cause: 'offer 1' })
      await markNotified(ctx, { kind: testKinds.escalating, cause: 'offer 2' }, 'acted')
    })
    await test.work()
    expect(texts()).toBe(before)
    expect((await listed()).unread).toBe(1)
  })
})

describe('quiet hours', () => {
  it('hold everything but what is urgent until they end where the person is', async () => {
    office.server.clock.now = NIGHT
    await test.subscribe()
    await test.raise()
    await test.raise({ kind: testKinds.urgent })
    const due = (await test.deliveries()).map(({ due_at }) => new Date(String(due_at)).toISOString())
    expect(due).toEqual(['2026-11-21T13:00:00.000Z', NIGHT.toISOString()])
    await agent.post('notifications/settings', { is_quiet: false })
    await test.raise()
    expect(new Date(String((await test.deliveries()).at(-1)?.due_at)).toISOString()).toBe(NIGHT.toISOString())
  })
  it('let a kind through that the person chose, and no other', async () => {
    office.server.clock.now = NIGHT
    await test.subscribe()
    const chosen = await agent.post('notifications/preferences', {
      kind: 'tried',
      channel: 'in_quiet_hours',
      is_on: true,
    })
    expect(chosen.data.kinds.find(({ kind }: { kind: string }) => kind === 'tried')).toMatchObject({
      push: true,
      in_quiet_hours: true,
    })
    await test.raise()
    await test.raise({ kind: testKinds.escalating })
    const due = (await test.deliveries()).map(({ due_at }) => new Date(String(due_at)).toISOString())
    expect(due[0]).toBe(NIGHT.toISOString())
    expect(due.slice(1)).not.toContain(NIGHT.toISOString())
    await agent.delete('notifications/preferences')
    await test.raise()
    expect(new Date(String((await test.deliveries()).at(-1)?.due_at)).toISOString()).toBe('2026-11-21T13:00:00.000Z')
  })
})
