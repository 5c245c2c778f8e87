import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJob } from '../../../testing/followUp/runJob.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { runCampaigns } from './jobs/runCampaigns.ts'

/** A Friday, 14:20 in Toronto. */
const START = new Date('2026-11-20T19:20:00Z')
const settings = {
  KEYTURN_ROLE: 'web',
  KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test',
  KEYTURN_POSTAL_ADDRESS: '1 Test St, Toronto',
}
const config = { publicUrl: settings.KEYTURN_PUBLIC_URL, postalAddress: settings.KEYTURN_POSTAL_ADDRESS }
const message = { subject: 'New homes, {{lead_first_name}}', content: '<p>Three by the lake.</p>' }

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice(null, settings)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  office.server.clock.now = START
  await office.rows('UPDATE campaigns SET deleted_at = now() WHERE deleted_at IS NULL')
})

let serial = 0
/** A lead who may be sent marketing. */
async function reader(fields: object = {}, account: string | null = 'agent'): Promise<number> {
  const id = await office.lead(account, {
    email: `reader${++serial}@people.test`,
    subscribed_alert: true,
    member_type: 'normal',
    last_active_at: START,
    ...fields,
  })
  await office.rows(
    `INSERT INTO lead_consents (lead_id, channel, kind, source, given_at) VALUES ($1, 'email', 'express', 'Form', $2)`,
    [id, START],
  )
  return id
}
const send = (ids: number[], fields: object = {}, client = office.agent) =>
  client.postJson('leads/one-off', { ...message, ids, ...fields })
const workAt = (now: Date | string) => {
  office.server.clock.now = new Date(now)
  return runJob(office, runCampaigns, { now: new Date(now), config })
}
const sent = (lead: number) =>
  office.rows('SELECT state, class, is_marketing, agent_id, reason FROM sendings WHERE lead_id = $1', [lead])
const due = async (lead: number) =>
  (
    await office.rows(
      `SELECT r.due_at FROM campaign_instance_steps r JOIN campaign_instances i ON i.id = r.instance_id WHERE i.lead_id = $1`,
      [lead],
    )
  ).map(({ due_at }) => new Date(due_at).toISOString())

describe('a marketing e-mail to a list', () => {
  it('says before it goes who gets it, and who does not and why', async () => {
    const fine = await reader()
    const cold = await reader({ status_value: 0 })
    const off = await reader({ subscribed_alert: false })
    const { data } = await office.agent.get('leads/one-off/preview', { ids: [fine, cold, off] })
    expect(data).toMatchObject({ total: 3, allowed: 1 })
    expect(data.left_out.map(({ lead_id }: { lead_id: number }) => lead_id)).toEqual([cold, off])
    expect(data.left_out[0]).toMatchObject({ name: 'Ada Lovelace', reasons: ['Status Not interested.'] })
    const gone = await reader()
    const withdrawal = { channel: 'email', kind: 'withdrawn', source: 'Unsubscribe link' }
    await office.agent.post(`lead/${gone}/consent`, withdrawal)
    const { left_out } = (await office.agent.get('leads/one-off/preview', { ids: [gone] })).data
    expect(left_out[0].reasons.join()).toMatch(/Since \w{3} \d+, \d{4}, Unsubscribe link · .*section 11/)
  })

  it('goes through the one door as marketing, in the name of each lead’s agent, once', async () => {
    const [own, other] = [await reader(), await reader({}, 'agent2')]
    const { data, http } = await send([own, other], {}, office.admin)
    expect(http).toBe(201)
    expect(data).toMatchObject({ campaign: { kind: 'one_off', chosen: 2, left_out: 0 }, run: { changed: 2 } })
    await workAt(START)
    await workAt(START)
    for (const [lead, account] of [
      [own, 'agent'],
      [other, 'agent2'],
    ] as const)
      expect(await sent(lead)).toMatchObject([
        { state: 'prepared', class: 'commercial', is_marketing: true, agent_id: office.agentId(account) },
      ])
    const tasks = await office.rows('SELECT id FROM tasks WHERE lead_id = $1', [own])
    expect(tasks).toEqual([])
    const { data: listed } = await office.admin.get(`campaigns/${data.campaign.id}`)
    expect(listed).toMatchObject({ queued: 2, instance_counts: { all: 2, archived: 2 } })
  })

  it('waits for its day and hour where each lead is', async () => {
    const [east, west] = [await reader({ zone: 'America/Toronto' }), await reader({ zone: 'America/Los_Angeles' })]
    await send([east, west], { send_on: '2026-11-23', send_at: '09:00' })
    expect([await due(east), await due(west)]).toEqual([['2026-11-23T14:00:00.000Z'], ['2026-11-23T17:00:00.000Z']])
    await workAt('2026-11-23T14:01:00Z')
    expect([(await sent(east)).length, (await sent(west)).length]).toEqual([1, 0])
  })

  it('leaves out whom nothing is sent to, and adds everybody up', async () => {
    const [fine, nobody] = [await reader(), await reader({ status_value: 0 })]
    const unasked = await reader()
    await office.rows(`UPDATE leads SET subscribed_alert = false WHERE id = $1`, [unasked])
    const { data } = await send([fine, nobody, unasked])
    expect(data.campaign).toMatchObject({ chosen: 3, left_out: 1, instance_counts: { all: 2 } })
    await workAt(START)
    const { data: figures } = await office.agent.get(`campaigns/${data.campaign.id}/statistics`)
    expect(figures).toMatchObject({ all: 2, steps: [{ reached: 1, refused: 1 }] })
    expect(figures.not_sent.map(({ count }: { count: number }) => count)).toEqual([1, 1])
  })

  it('is cancelled as far as it has not gone out', async () => {
    const [first, second] = [await reader(), await reader({ zone: 'America/Los_Angeles' })]
    const { data } = await send([first, second], { send_on: '2026-11-23', send_at: '09:00' })
    await workAt('2026-11-23T14:01:00Z')
    await office.agent.post(`campaigns/${data.campaign.id}`, { is_on: 0, inside: 'stop' })
    expect(await sent(first)).toMatchObject([{ state: 'cancelled' }])
    await workAt('2026-11-23T17:01:00Z')
    expect(await sent(second)).toEqual([])
    expect((await office.agent.get(`campaigns/${data.campaign.id}`)).data).toMatchObject({ state: 'off', queued: 0 })
  })

  it('has neither other steps nor other leads than it was sent with', async () => {
    const { data } = await send([await reader()])
    const { id } = data.campaign
    expect((await office.agent.post(`campaigns/${id}/steps`, { step_type: 'reminder', name: 'More' })).http).toBe(409)
    expect((await office.agent.post(`lead/${await reader()}/campaigns/${id}`)).http).toBe(409)
    expect((await office.agent.postJson('leads/campaigns', { campaign_id: id, ids: [await reader()] })).http).toBe(409)
  })

  it('of an administrator is nobody else’s to see', async () => {
    const { data } = await send([await reader()], {}, office.admin)
    expect((await office.agent.get(`campaigns/${data.campaign.id}`)).http).toBe(404)
  })
})
