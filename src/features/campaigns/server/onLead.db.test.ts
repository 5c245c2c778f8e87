import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CampaignOffice, call, later, openCampaignOffice } from '../../../testing/followUp/campaignOffice.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { addMilestones } from '../../milestones/server/commands.ts'

let office: TestOffice
let agent: TestClient
let admin: TestClient
let reset: CampaignOffice['reset']
let addCampaign: CampaignOffice['addCampaign']
let start: CampaignOffice['start']
let running: CampaignOffice['running']
let ended: CampaignOffice['ended']
let change: CampaignOffice['change']

beforeAll(async () => {
  ;({ office, reset, addCampaign, start, running, ended, change } = await openCampaignOffice())
  ;({ agent, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => reset())

describe('a campaign on a lead', () => {
  it('is started, carried by the lead, and removed when it is stopped', async () => {
    const [id, lead] = [await addCampaign(agent), await office.lead('agent')]
    expect(await start(lead, id)).toMatchObject({
      http: 201,
      data: { archived: false, progress: 0, campaign: { id }, next_task: { task_type: 'phone_call' } },
    })
    expect(await running(lead)).toMatchObject([{ campaign: { id, name: 'Follow-up' }, state: 'running' }])
    expect((await start(lead, id)).http).toBe(409)
    expect((await agent.get(`campaigns/${id}/leads`)).data.data).toMatchObject([
      { lead: { id: lead, name: 'Ada Lovelace' } },
    ])
    expect((await agent.delete(`lead/${lead}/campaigns/${id}`)).http).toBe(200)
    expect(await running(lead)).toEqual([])
    expect(await ended(lead)).toEqual([['stopped', 'by_hand']])
    expect((await agent.post(`lead/${lead}/campaigns/${id}/restore`)).data).toMatchObject({ state: 'running' })
    const milestones = (await agent.get(`lead/${lead}/milestones`)).data.data
    expect(milestones.map((one: { milestone_type_id: number }) => one.milestone_type_id)).toEqual(
      expect.arrayContaining([21, 22]),
    )
  })

  it('becomes a task of the agent that says which step of which campaign it is', async () => {
    const [id, lead] = [await addCampaign(agent), await office.lead('agent')]
    await start(lead, id)
    const tasks = async () => (await agent.get(`lead/${lead}`)).data.tasks
    await expect.poll(tasks).toMatchObject([
      {
        task_type: 'phone_call',
        taskable_type: 'campaign_instance_step',
        taskable: { campaign_name: 'Follow-up', step_name: 'First call' },
      },
    ])
    expect((await agent.get(`lead/${lead}/campaigns/${id}/plan`)).data).toMatchObject({
      future: [{ name: 'Second call', place: 2, is_next: true }],
      happened: [{ name: 'First call', state: 'task', result: 'open task' }],
    })
  })

  it('has what an automatic step will say changed by the agent', async () => {
    const steps = [call, { step_type: 'auto_text', name: 'Text', content: 'Hi', delay_value: 1 }]
    const [id, lead] = [await addCampaign(agent, { steps }), await office.lead('agent')]
    await start(lead, id)
    const automatic = async () =>
      (await agent.get(`lead/${lead}`)).data.tasks.find((task: { automated: boolean }) => task.automated)
    await expect.poll(automatic).toMatchObject({ task_type: 'auto_text', content: 'Hi' })
    const task = await automatic()
    const words = { subject: '', content: 'Hi {{lead_first_name}}' }
    expect((await agent.post(`task/automated/${task.id}`, words)).data.content).toBe('Hi {{lead_first_name}}')
    const unknown = await agent.post(`task/automated/${task.id}`, { subject: '', content: 'Hi {{name}}' })
    expect(unknown).toMatchObject({ http: 422, message: { content: ['{{name}} is not a placeholder.'] } })
  })

  it('stops with status 0, which says so and removes it', async () => {
    const [id, lead] = [await addCampaign(agent), await office.lead('agent')]
    await start(lead, id)
    expect((await agent.post(`lead/${lead}/status`, { status_value: 4 })).data.stopped_campaigns).toEqual([])
    const { data } = await agent.post(`lead/${lead}/status`, { status_value: 0 })
    expect(data.stopped_campaigns).toEqual([id])
    expect(data.lead.campaigns).toEqual([])
    expect(await ended(lead)).toEqual([['stopped', 'status']])
  })

  it('stops when consent is withdrawn, and when a number is wrong', async () => {
    const [id, lead, other] = [
      await addCampaign(agent),
      await office.lead('agent'),
      await office.lead('agent', { phone: '+14165550111' }),
    ]
    for (const one of [lead, other]) await start(one, id)
    await agent.post(`lead/${lead}/consent`, { channel: 'email', kind: 'withdrawn', source: 'Phone' })
    expect(await ended(lead)).toEqual([['stopped', 'unsubscribed']])
    await agent.post(`lead/${other}/progress`, { type: 1, option: 105 })
    expect(await ended(other)).toEqual([['stopped', 'bad_number']])
  })

  it('stops when the lead goes to another agent, who may start it again', async () => {
    const [id, lead] = [await addCampaign(admin), await office.lead('agent')]
    await start(lead, id)
    await admin.post(`admin/reassign/${lead}`, { agent: office.agentId('agent2') })
    expect(await ended(lead, office.agent2)).toEqual([['stopped', 'transferred']])
    expect(await start(lead, id, office.agent2)).toMatchObject({ http: 201, data: { state: 'running' } })
  })

  it('is connected after an answer where it stops then, and goes on where it does not', async () => {
    const [stops, goes] = [await addCampaign(agent, { stop_after_connection: true }), await addCampaign(agent)]
    const lead = await office.lead('agent')
    for (const id of [stops, goes]) await start(lead, id)
    await agent.post(`lead/${lead}/progress`, { type: 3, option: 302 })
    expect(await ended(lead)).toEqual([['connected', 'replied']])
    expect(await running(lead)).toMatchObject([{ campaign: { id: goes } }])
    expect((await agent.get(`campaigns/${stops}`)).data.instance_counts).toEqual({ all: 1, archived: 1, connected: 1 })
  })

  it.each([
    [29, []],
    [30, [['connected', 'called']]],
  ])('after a connected call of %i seconds has ended as %j', async (duration, expected) => {
    const [id, lead] = [await addCampaign(agent, { stop_after_connection: true }), await office.lead('agent')]
    await start(lead, id)
    await change(ctx =>
      addMilestones(ctx, [
        { lead_id: lead, milestone_type_id: 1, milestone_option_id: 101, call: { duration, state: 'ended' } },
      ]),
    )
    expect(await ended(lead)).toEqual(expected)
  })

  it('stays once on whoever two leads were, and comes back with a merge that is undone', async () => {
    const [id, lead, other] = [await addCampaign(admin), await office.lead('agent'), await office.lead('agent')]
    for (const one of [lead, other]) await start(one, id)
    const { data } = await admin.post(`lead/${lead}/merge`, { with: other })
    expect(await running(lead)).toHaveLength(1)
    expect((await admin.get(`campaigns/${id}`)).data.instance_counts).toMatchObject({ all: 2, archived: 1 })
    await admin.post(`merges/${data.merge.id}/undo`)
    expect(await running(other)).toHaveLength(1)
  })

  it('stops on a lead who goes up in that of another agent', async () => {
    const [id, lead, other] = [await addCampaign(admin), await office.lead('agent'), await office.lead('agent2')]
    await start(other, id, office.agent2)
    const { data } = await admin.post(`lead/${lead}/merge`, { with: other })
    expect(await running(lead)).toEqual([])
    expect(await ended(lead)).toEqual([['stopped', 'merged']])
    await admin.post(`merges/${data.merge.id}/undo`)
    expect(await running(other, office.agent2)).toMatchObject([{ campaign: { id }, state: 'running' }])
  })

  it('ends with a lead that is deleted, and goes on with one that is restored', async () => {
    const [id, lead] = [await addCampaign(agent), await office.lead('agent', { is_personal: true })]
    await start(lead, id)
    await agent.delete(`lead/${lead}`)
    expect((await agent.get(`campaigns/${id}`)).data.instance_counts).toMatchObject({ all: 1, archived: 1 })
    await agent.post(`lead/${lead}/restore`)
    expect(await running(lead)).toHaveLength(1)
  })

  it('stops when the campaign is deleted', async () => {
    const [id, lead] = [await addCampaign(agent), await office.lead('agent')]
    await start(lead, id)
    await agent.delete(`campaigns/${id}`)
    expect(await ended(lead)).toEqual([['stopped', 'campaign_removed']])
    expect((await agent.get(`campaigns/${id}`)).http).toBe(404)
  })

  it('is paused, resumed and skipped by whoever has the lead, and by nobody else', async () => {
    const steps = [call, later, later, later]
    const [id, lead] = [await addCampaign(admin, { steps }), await office.lead('agent')]
    await start(lead, id)
    const on = `lead/${lead}/campaigns/${id}`
    expect((await agent.post(`${on}/pause`)).data).toMatchObject({ state: 'paused', paused_until: null })
    const until = '2099-12-01T14:00:00.000000Z'
    expect((await agent.post(`${on}/pause`, { until })).data).toMatchObject({ state: 'paused', paused_until: until })
    expect((await agent.post(`${on}/pause`, { until: '2026-01-01T14:00:00Z' })).http).toBe(422)
    expect((await agent.post(`${on}/skip`)).data).toMatchObject({ state: 'paused', paused_until: until })
    expect((await agent.post(`${on}/resume`)).data).toMatchObject({ state: 'running' })
    expect((await office.agent2.post(`${on}/pause`)).http).toBe(404)
    expect((await agent.post(`${on}/skip`)).data).toMatchObject({ steps_done: expect.any(Number) })
  })
})
