import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WriteContext } from '../../../platform/server/context.ts'
import { agentAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestAnswer, TestClient } from '../../../testing/server.ts'
import { leadsClaimed } from '../../leads/events.ts'
import { createLead } from '../../leads/server/commands/create.ts'
import { addMilestones } from '../../milestones/server/commands.ts'

let office: TestOffice
let agent: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice()
  ;({ agent, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('UPDATE campaigns SET deleted_at = now() WHERE deleted_at IS NULL'))

/** Does something in the product's own database, with everybody listening who listens in the product. */
const change = <Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result> =>
  agentAtWork(office.server.database, {
    agent_id: office.agentId('agent'),
    user_id: office.userId('agent'),
  }).writing(work)

const call = { step_type: 'phone_call', name: 'First call' }
const later = { step_type: 'phone_call', name: 'Second call', delay_value: 2 }

const addCampaign = async (client: TestClient, fields: object = {}): Promise<number> => {
  const { data, http, message } = await client.postJson('campaigns', {
    name: 'Follow-up',
    steps: [call, later],
    ...fields,
  })
  if (http !== 201) throw new Error(JSON.stringify(message))
  return data.id
}
const start = (lead: number, campaign: number, client = agent) => client.post(`lead/${lead}/campaigns/${campaign}`)
const running = async (lead: number, client = agent) => (await client.get(`lead/${lead}`)).data.campaigns
const history = async (lead: number, client = agent) => (await client.get(`lead/${lead}/campaigns`)).data
const ended = async (lead: number, client = agent) =>
  (await history(lead, client)).ended.map((one: { state: string; stop_reason: string }) => [one.state, one.stop_reason])
const ids = (answer: TestAnswer) => answer.data.data.map(({ id }: { id: number }) => id)

describe('campaigns', () => {
  it('of an agent are their own, default ones are everybody’s and changed by administrators', async () => {
    const own = await addCampaign(agent)
    const common = await addCampaign(admin, { name: 'Default' })
    expect(ids(await agent.get('campaigns', { owner: 'mine' }))).toEqual([own])
    expect(ids(await agent.get('campaigns', { owner: 'default' }))).toEqual([common])
    expect(ids(await office.agent2.get('campaigns'))).toEqual([common])
    expect(await agent.get(`campaigns/${common}`)).toMatchObject({ data: { agent_id: null, may_change: false } })
    expect((await agent.post(`campaigns/${common}`, { name: 'Mine' })).http).toBe(403)
    expect((await office.agent2.get(`campaigns/${own}`)).http).toBe(404)
    expect((await agent.postJson('campaigns', { name: 'For all', agent_id: null })).http).toBe(403)
  })

  it('carry the fields of the specification', async () => {
    const id = await addCampaign(agent, { stop_after_connection: true, auto_add: true, role: 'buyer_lead' })
    const lead = await office.lead('agent')
    await start(lead, id)
    const { data } = await agent.get('campaigns')
    expect(data.data).toMatchObject([
      {
        agent_id: office.agentId('agent'),
        agent: { fullname: office.nameOf('agent') },
        site_id: null,
        team_id: null,
        role: 'buyer_lead',
        stop_after_connection: true,
        is_happy_hour_campaign: false,
        auto_add: true,
        instance_counts: { all: 1, archived: 0, connected: 0 },
        nextStep: { scheduled_at: expect.any(String) },
        steps: [
          { position: 1, delay_value: null, delay_period: 'day', execute_at: 'immediately', recurring: false },
          { position: 2, delay_value: 2, recurring_period: 'month', tasks_count: 0 },
        ],
      },
    ])
  })

  it('have steps that are added, changed, ordered and deleted', async () => {
    const id = await addCampaign(agent)
    const added = await agent.post(`campaigns/${id}/steps`, { step_type: 'reminder', name: 'Decide', delay_value: 3 })
    expect(added).toMatchObject({ http: 201, data: { position: 3, delay_period: 'day', execute_at: 'immediately' } })
    const { data } = await agent.get(`campaigns/${id}`)
    const [first, second, third] = data.steps.map((step: { id: number }) => step.id)
    const ordered = await agent.post(`campaigns/${id}/steps/order`, { ids: [third, first, second] })
    expect(ordered.data.steps).toMatchObject([
      { id: third, delay_value: null },
      { id: first, delay_value: 0 },
      { id: second, delay_value: 2 },
    ])
    const changed = await agent.post(`campaigns/${id}/steps/${second}`, {
      delay_period: 'hour',
      execute_at: '09:00',
      recurring: 1,
    })
    expect(changed.data).toMatchObject({
      delay_period: 'hour',
      execute_at: null,
      recurring: null,
      recurring_value: null,
    })
    expect((await agent.delete(`campaigns/${id}/steps/${first}`)).http).toBe(200)
    expect((await agent.get(`campaigns/${id}`)).data.steps).toHaveLength(2)
    expect((await agent.post(`campaigns/${id}/steps/order`, { ids: [third] })).http).toBe(422)
  })

  it.each([
    [{ execute_at: 'noon' }, 'execute_at'],
    [{ execute_at: '24:00' }, 'execute_at'],
    [{ delay_period: 'year' }, 'delay_period'],
    [{ content: 'Hi {{first_name}}' }, 'content'],
    [{ step_type: 'fax' }, 'step_type'],
  ])('refuse a step with %j', async (fields, field) => {
    const id = await addCampaign(agent)
    const answer = await agent.post(`campaigns/${id}/steps`, { ...call, ...fields })
    expect(answer).toMatchObject({ http: 422, message: { [field]: expect.any(Array) } })
  })

  it('are not switched on while a step says nothing', async () => {
    const id = await addCampaign(agent, { is_on: false, steps: [{ step_type: 'auto_text', name: 'Hello' }] })
    expect(await agent.post(`campaigns/${id}`, { is_on: 1 })).toMatchObject({
      http: 409,
      message: 'Step 1 has no content.',
    })
    const lead = await office.lead('agent')
    expect(await start(lead, id)).toMatchObject({ http: 409, message: 'Step 1 has no content.' })
  })

  it('keep a step while they are on, and are not added switched on without one', async () => {
    const id = await addCampaign(agent, { steps: [call] })
    const { data } = await agent.get(`campaigns/${id}`)
    const step = `campaigns/${id}/steps/${data.steps[0].id}`
    expect((await agent.delete(step)).message).toBe('A campaign that is on needs a step. Switch it off first.')
    await agent.post(`campaigns/${id}`, { is_on: 0 })
    expect((await agent.delete(step)).http).toBe(200)
    expect((await agent.post(`campaigns/${id}`, { is_on: 1 })).message).toBe('This campaign has no steps yet.')
    expect((await agent.postJson('campaigns', { name: 'Nothing', is_on: true })).http).toBe(409)
  })

  it('of a team stay the team’s when its lead changes them', async () => {
    const [{ id: team }] = await office.rows(
      `INSERT INTO teams (name, lead_agent_id) VALUES ('Waterfront', $1) RETURNING id`,
      [office.agentId('teamlead')],
    )
    const id = await addCampaign(admin, { agent_id: null, team_id: team })
    expect((await office.teamlead.postJson(`campaigns/${id}`, { name: 'Ours' })).data).toMatchObject({ team_id: team })
    expect(await office.teamlead.postJson(`campaigns/${id}`, { agent_id: null, team_id: null })).toMatchObject({
      http: 403,
      message: 'Only administrators can add campaigns for everyone.',
    })
    expect((await admin.postJson(`campaigns/${id}`, { team_id: null })).data).toMatchObject({ team_id: null })
  })

  it('are told apart when two people change one at once', async () => {
    const id = await addCampaign(agent)
    const { data } = await agent.get(`campaigns/${id}`)
    const tag = { 'if-match': `"${data.version}"` }
    expect((await agent.postJson(`campaigns/${id}`, { name: 'One' }, tag)).http).toBe(200)
    expect((await agent.postJson(`campaigns/${id}`, { name: 'Other' }, tag)).http).toBe(412)
    const step = `campaigns/${id}/steps/${data.steps[0].id}`
    const edit = (name: string) => agent.postJson(step, { name }, { 'if-match': `"${data.steps[0].version}"` })
    expect((await edit('One')).data).toMatchObject({ name: 'One' })
    expect(await edit('Other')).toMatchObject({ http: 412, data: { name: 'One' } })
  })
})

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

describe('campaigns that start by themselves', () => {
  it('start when leads of their kind and site are assigned, once for each lead', async () => {
    const [site] = await office.rows(`INSERT INTO sites (name, domain) VALUES ('Condos', 'condos.test') RETURNING id`)
    const id = await addCampaign(admin, { auto_add: true, role: 'buyer_lead', site_id: site.id })
    const [buyer, renter] = [
      await office.lead(null, { roles: ['buyer_lead'], site_id: site.id }),
      await office.lead(null, { roles: ['rental_lead'], site_id: site.id }),
    ]
    for (const lead of [buyer, renter]) await admin.post(`admin/reassign/${lead}`, { agent: office.agentId('agent') })
    expect(await running(buyer)).toMatchObject([{ campaign: { id }, started_how: 'assigned' }])
    expect(await running(renter)).toEqual([])
    await admin.post(`admin/reassign/${buyer}`, { agent: office.agentId('agent2') })
    expect(await running(buyer, office.agent2)).toEqual([])
  })

  it('start on leads who come with an agent, but not on those of a file', async () => {
    const id = await addCampaign(admin, { auto_add: true })
    const arrive = (isImport: boolean) =>
      change(ctx => createLead(ctx, { first_name: 'Grace', agent_id: office.agentId('agent') }, { isImport }))
    const [walkIn, imported] = [await arrive(false), await arrive(true)]
    expect(await running(walkIn.id)).toMatchObject([{ campaign: { id }, started_how: 'assigned' }])
    expect(await running(imported.id)).toEqual([])
  })
})

describe('a happy hour campaign', () => {
  it('starts when a lead is claimed in happy hour, and at no other claim', async () => {
    const id = await addCampaign(admin, { is_happy_hour_campaign: true })
    const [claimed, offered] = [await office.lead('agent'), await office.lead('agent')]
    const leadOf = (lead: number) => [{ id: lead, agent_id: office.agentId('agent') }]
    await change(ctx => leadsClaimed.emit(ctx, { leads: leadOf(claimed), by: 'happy hour' }))
    await change(ctx => leadsClaimed.emit(ctx, { leads: leadOf(offered), by: 'offer' }))
    expect(await running(claimed)).toMatchObject([{ campaign: { id }, started_how: 'happy_hour' }])
    expect(await running(offered)).toEqual([])
  })
})

describe('adding many leads to a campaign', () => {
  it('says who was left out and why, and is undone', async () => {
    const [id, one, two] = [
      await addCampaign(agent),
      await office.lead('agent'),
      await office.lead('agent', { status_value: 0 }),
    ]
    const { data } = await agent.post('leads/campaigns', { campaign_id: id, ids: [one, two] })
    expect(data).toMatchObject({ changed: 1, run: { skipped: [{ reason: 'status Not interested', count: 1 }] } })
    expect(await running(one)).toHaveLength(1)
    await agent.post(`bulk/${data.run.id}/undo`)
    expect(await running(one)).toEqual([])
  })
})

describe('the statistics of a campaign', () => {
  it('add up to everybody who entered', async () => {
    const id = await addCampaign(agent, { stop_after_connection: true })
    const leads = [await office.lead('agent'), await office.lead('agent'), await office.lead('agent')]
    for (const lead of leads) await start(lead, id)
    await agent.delete(`lead/${leads[0]}/campaigns/${id}`)
    await agent.post(`lead/${leads[1]}/progress`, { type: 3, option: 302 })
    const { data } = await agent.get(`campaigns/${id}/statistics`)
    expect(data).toMatchObject({ all: 3, waiting: 1, connected: 1, ended: 1, unreachable: 0 })
    expect(data.agents).toMatchObject([{ leads: 3, connected: 1 }])
    expect((await agent.get(`campaigns/${id}/leads`, { state: 'connected' })).data.data).toMatchObject([
      { lead: { id: leads[1] } },
    ])
  })
})
