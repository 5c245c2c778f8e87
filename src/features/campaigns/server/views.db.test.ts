import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJob } from '../../../testing/followUp/runJob.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { viewProblems } from '../rules/views.ts'
import { followViews } from './jobs/followViews.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice(null, { KEYTURN_ROLE: 'web' })
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  await office.rows('UPDATE campaigns SET deleted_at = now() WHERE deleted_at IS NULL')
  await office.rows('UPDATE leads SET deleted_at = now() WHERE deleted_at IS NULL')
})

const MINUTE = 60_000
const call = { step_type: 'phone_call', name: 'First call' }

async function addCampaign(client = office.agent, fields: object = {}): Promise<number> {
  const { data } = await client.postJson('campaigns', { name: 'Follow-up', steps: [call], ...fields })
  return data.id
}
async function addView(filters: object, client = office.agent, fields: object = {}): Promise<number> {
  const { data } = await client.postJson('views', { name: 'Nurturing', list: 'leads', filters, ...fields })
  return data.id
}
const follow = (id: number, view_id: number, takes_present = false, client = office.agent) =>
  client.postJson(`campaigns/${id}/view`, { view_id, takes_present })
const look = (after = 0) => runJob(office, followViews, { now: new Date(Date.now() + after) })
const inside = async (id: number): Promise<number[]> =>
  (await office.rows('SELECT lead_id FROM campaign_instances WHERE campaign_id = $1 ORDER BY lead_id', [id])).map(
    ({ lead_id }) => lead_id,
  )
const viewOf = async (id: number, client = office.agent) => (await client.get(`campaigns/${id}`)).data.view
const setStatus = (lead: number, status_value: number, client = office.agent) =>
  client.post(`lead/${lead}/status`, { status_value })

describe('a campaign that follows a saved view', () => {
  it('takes in who comes to match it later, and leaves those outside who match already', async () => {
    const [present, later] = [await office.lead('agent', { status_value: 4 }), await office.lead('agent')]
    const id = await addCampaign()
    const view = await addView({ status: [4] })
    expect((await office.agent.get(`campaigns/${id}/view/effect`, { view_id: view })).data).toEqual({
      name: 'Nurturing',
      matching: 1,
      fresh: 1,
    })
    await follow(id, view)
    await look()
    expect(await inside(id)).toEqual([])
    await setStatus(later, 4)
    await look()
    expect(await inside(id)).toEqual([later])
    // Whoever leaves and comes to match again has come to match since.
    await setStatus(present, 3)
    await look()
    await setStatus(present, 4)
    await look()
    expect(await inside(id)).toEqual([present, later])
    expect(await viewOf(id)).toMatchObject({ name: 'Nurturing', taken_in: 2, left_out: [], problem: null })
    const [instance] = await office.rows('SELECT started_by FROM campaign_instances WHERE lead_id = $1', [later])
    expect(instance).toEqual({ started_by: office.userId('agent') })
  })

  it('takes in those who match already where that was asked for, batch by batch', async () => {
    await office.rows(
      `INSERT INTO leads (first_name, agent_id, status_value) SELECT 'Lead ' || n, $1, 4 FROM generate_series(1, 600) n`,
      [office.agentId('agent')],
    )
    const id = await addCampaign()
    await follow(id, await addView({ status: [4] }), true)
    await look()
    expect(await inside(id)).toHaveLength(600)
    expect(await viewOf(id)).toMatchObject({ taken_in: 600, is_walking: false })
  })

  it('takes everybody in once, whatever became of it, and says who was left out and why', async () => {
    const lead = await office.lead('agent')
    const id = await addCampaign(office.agent, {
      steps: [{ step_type: 'auto_email', name: 'Hello', subject: 'Hi', content: '<p>Homes</p>' }],
    })
    await follow(id, await addView({ status: [4] }))
    await office.rows(`UPDATE leads SET consent_email = 'withdrawn' WHERE id = $1`, [lead])
    await setStatus(lead, 4)
    await look()
    expect(await viewOf(id)).toMatchObject({
      taken_in: 0,
      left_out: [{ reason: 'unsubscribed from e-mail', count: 1 }],
    })
    await office.rows(`UPDATE leads SET consent_email = 'express' WHERE id = $1`, [lead])
    await office.agent.post(`lead/${lead}`, { first_name: 'Grace' })
    await look()
    expect(await inside(id)).toEqual([lead])
    expect(await viewOf(id)).toMatchObject({ taken_in: 1, left_out: [] })
    await office.agent.delete(`lead/${lead}/campaigns/${id}`)
    await setStatus(lead, 3)
    await setStatus(lead, 4)
    await look()
    expect(await inside(id)).toHaveLength(1)
  })

  it('finds by and by whom the clock alone makes match, and what was changed unseen', async () => {
    // Whole days count: at noon or at midnight, before and after a clock change, this is less than 30 of them, and two later not.
    const quiet = await office.lead('agent', { last_active_at: new Date(Date.now() - 28.5 * 24 * 60 * MINUTE) })
    const id = await addCampaign()
    await follow(id, await addView({ lastActiveDate: { over: 30 } }))
    await look()
    expect(await inside(id)).toEqual([])
    await look(2 * 24 * 60 * MINUTE)
    expect(await inside(id)).toEqual([quiet])
  })

  it('holds whom the rights of whoever switched it on reach, not those of whoever made the view', async () => {
    const view = await addView({ status: [4] }, office.admin, { list: 'all', sharing: 'all' })
    const id = await addCampaign()
    await follow(id, view)
    const [own, foreign] = [await office.lead('agent'), await office.lead('agent2')]
    await setStatus(own, 4)
    await setStatus(foreign, 4, office.agent2)
    await look()
    expect(await inside(id)).toEqual([own])
  })

  it.each([
    ['its view was deleted', 'gone', (view: number) => office.admin.delete(`views/${view}`)],
    [
      'its view is shared no more',
      'gone',
      (view: number) => office.admin.post(`views/${view}`, { sharing: 'private' }),
    ],
    [
      'its view asks something else',
      'changed',
      (view: number) => office.admin.postJson(`views/${view}`, { filters: { status: [3] } }),
    ],
  ] as const)('takes in nobody any more once %s, and says so', async (_, problem, happen) => {
    const view = await addView({ status: [4] }, office.admin, { list: 'all', sharing: 'all' })
    const id = await addCampaign()
    await follow(id, view)
    const lead = await office.lead('agent')
    await happen(view)
    await setStatus(lead, 4)
    await look()
    expect(await inside(id)).toEqual([])
    expect(await viewOf(id)).toMatchObject({ problem: viewProblems[problem] })
  })

  it('goes on when its view was only renamed', async () => {
    const view = await addView({ status: [4] })
    const id = await addCampaign()
    await follow(id, view)
    await office.agent.post(`views/${view}`, { name: 'Warm' })
    const lead = await office.lead('agent')
    await setStatus(lead, 4)
    await look()
    expect(await inside(id)).toEqual([lead])
    expect(await viewOf(id)).toMatchObject({ name: 'Warm', problem: null })
  })

  it('takes in nobody any more once whoever switched it on has left, or may no longer change it', async () => {
    const view = await addView({ status: [4] }, office.admin, { list: 'all' })
    const id = await addCampaign(office.admin, { agent_id: null })
    await follow(id, view, false, office.admin)
    expect(await viewOf(id)).toMatchObject({ name: null })
    await office.rows('UPDATE users SET is_active = false WHERE id = $1', [office.userId('admin')])
    await look()
    await office.rows('UPDATE users SET is_active = true WHERE id = $1', [office.userId('admin')])
    expect(await viewOf(id)).toMatchObject({ problem: viewProblems.left })
    const common = await addCampaign(office.admin, { agent_id: null })
    expect((await follow(common, await addView({}))).http).toBe(403)
  })

  it('is taken back with those who came in by it', async () => {
    await office.lead('agent', { status_value: 4 })
    const id = await addCampaign()
    await follow(id, await addView({ status: [4] }), true)
    await look()
    expect((await office.agent.delete(`campaigns/${id}/view`, { is_taken_back: true })).data).toMatchObject({
      view: null,
      instance_counts: { all: 1, archived: 1 },
    })
  })
})
