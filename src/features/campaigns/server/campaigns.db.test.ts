import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CampaignOffice, call, openCampaignOffice } from '../../../testing/followUp/campaignOffice.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestAnswer, TestClient } from '../../../testing/server.ts'
import { leadsClaimed } from '../../leads/events.ts'
import { createLead } from '../../leads/server/commands/create.ts'

let office: TestOffice
let agent: TestClient
let admin: TestClient
let reset: CampaignOffice['reset']
let addCampaign: CampaignOffice['addCampaign']
let start: CampaignOffice['start']
let running: CampaignOffice['running']
let change: CampaignOffice['change']

beforeAll(async () => {
  ;({ office, reset, addCampaign, start, running, change } = await openCampaignOffice())
  ;({ agent, admin } = office)
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => reset())

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
