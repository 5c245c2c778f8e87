import { aboutLead, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { campaignCalls } from './contract/calls.ts'

const fields = { name: 'Follow-up', steps: [{ step_type: 'phone_call', name: 'First call' }] }

interface Made {
  campaign: number
  step: number
  lead: number
}

/** A campaign of the account itself, with one call; it runs on a lead of theirs where `state` says so. */
async function campaign(
  world: World,
  account: string,
  state: 'running' | 'paused' | 'stopped' | null = null,
): Promise<Made> {
  const agent = await world.agentId(account)
  const lead = await world.lead(account)
  const isOffice = !['agent', 'agent2', 'teamlead', 'newagent'].includes(account)
  const made = await world.one(`INSERT INTO campaigns (name, agent_id) VALUES ('Own', $1) RETURNING id`, [
    isOffice ? null : agent,
  ])
  const step = await world.one(
    `INSERT INTO campaign_steps (campaign_id, position, step_type, name) VALUES ($1, 1, 'phone_call', 'Call') RETURNING id`,
    [made],
  )
  const version = await world.one(
    `INSERT INTO campaign_versions (campaign_id, steps)
     SELECT $1, jsonb_agg(to_jsonb(s)) FROM campaign_steps s WHERE campaign_id = $1 RETURNING id`,
    [made],
  )
  if (state !== null)
    await world.one(
      `WITH instance AS (
         INSERT INTO campaign_instances (campaign_id, lead_id, agent_id, version_id, state, started_how, started_at,
                                         stop_reason, stopped_at)
         VALUES ($1, $2, $3, $4, $5, 'by_hand', now(), CASE WHEN $5 = 'stopped' THEN 'by_hand' END,
                 CASE WHEN $5 = 'stopped' THEN now() END) RETURNING id)
       INSERT INTO campaign_instance_steps (instance_id, step_id, planned_at, due_at, anchor_at)
       SELECT id, $6, now() + interval '1 day', now() + interval '1 day', now() FROM instance RETURNING id`,
      [made, lead, agent, version, state, step],
    )
  return { campaign: made, step, lead }
}

/** About a campaign; a default one is the office's to change, and whoever has no agent record and no office has none. */
const aboutCampaign =
  (given: object = {}, isChange = false): Request =>
  async (world, account) => ({
    path: { id: (await campaign(world, account)).campaign },
    body: given,
    ...(isChange ? { refuses: reachesNone } : {}),
  })

const aboutStep =
  (given: object = {}): Request =>
  async (world, account) => {
    const { campaign: id, step } = await campaign(world, account)
    return { path: { id, stepId: step }, body: given, refuses: reachesNone }
  }

/** The only step of a campaign that is on stays. */
const aboutOneOfTwoSteps: Request = async (world, account) => {
  const { campaign: id, step } = await campaign(world, account)
  await world.one(
    `INSERT INTO campaign_steps (campaign_id, position, step_type, name) VALUES ($1, 2, 'phone_call', 'Again') RETURNING id`,
    [id],
  )
  return { path: { id, stepId: step }, refuses: reachesNone }
}

const aboutOrder: Request = async (world, account) => {
  const { campaign: id, step } = await campaign(world, account)
  return { path: { id }, body: { ids: [step] }, refuses: reachesNone }
}

/** About a campaign on a lead of the account itself. */
const onLead =
  (state: 'running' | 'paused' | 'stopped' | null, given: object = {}): Request =>
  async (world, account) => {
    const { campaign: campaignId, lead } = await campaign(world, account, state)
    return { path: { id: lead, campaignId }, body: given, reachesNone }
  }

const addLeads: Request = async (world, account) => {
  const { campaign: campaign_id, lead } = await campaign(world, account)
  return { body: { campaign_id, ids: [lead] } }
}

const choosingLeads: Request = async (world, account) => ({ body: { ids: [await world.lead(account)] } })

/** About a campaign and a view of the account itself. */
const withView =
  (given: object = {}, isChange = true): Request =>
  async (world, account) => {
    const { campaign: id } = await campaign(world, account)
    const view_id = await world.one(
      `INSERT INTO saved_views (user_id, name, list, sort) SELECT id, 'Own', 'leads', 'name' FROM users WHERE email = $1 RETURNING id`,
      [`${account}@keyturn.test`],
    )
    return { path: { id }, body: { view_id, ...given }, ...(isChange ? { refuses: reachesNone } : {}) }
  }

const unfollow: Request = async (world, account) => {
  const { path, body } = await withView()(world, account)
  await world.one(
    `INSERT INTO campaign_views (campaign_id, view_id, user_id, question, since, snapshot, looked_at)
     SELECT $1, $2, user_id, '{}', now(), pg_current_snapshot()::text, now() FROM saved_views WHERE id = $2 RETURNING campaign_id AS id`,
    [path?.id, (body as { view_id: number }).view_id],
  )
  return { path, body: {}, refuses: reachesNone }
}

const aboutOwnLead =
  (given: object): Request =>
  async (world, account) => ({ body: { ...given, ids: [await world.lead(account)] }, refuses: reachesNone })

const create: Request = (_world, _account) => ({ body: fields, refuses: reachesNone })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(campaignCalls, {
  list: [leadPeople, nothing],
  get: [leadPeople, aboutCampaign()],
  create: [leadPeople, create],
  update: [leadPeople, aboutCampaign({ name: 'Other' }, true)],
  remove: [leadPeople, aboutCampaign({}, true)],
  addStep: [leadPeople, aboutCampaign({ step_type: 'phone_call', name: 'Second call' }, true)],
  orderSteps: [leadPeople, aboutOrder],
  updateStep: [leadPeople, aboutStep({ name: 'Other' })],
  removeStep: [leadPeople, aboutOneOfTwoSteps],
  viewEffect: [leadPeople, withView({}, false)],
  followView: [leadPeople, withView({ takes_present: false })],
  unfollowView: [leadPeople, unfollow],
  leads: [leadPeople, aboutCampaign()],
  statistics: [leadPeople, aboutCampaign()],
  ofLead: [leadPeople, aboutLead()],
  plan: [leadPeople, onLead('running')],
  start: [leadPeople, onLead(null)],
  stop: [leadPeople, onLead('running')],
  restore: [leadPeople, onLead('stopped')],
  pause: [leadPeople, onLead('running')],
  resume: [leadPeople, onLead('paused')],
  skip: [leadPeople, onLead('running')],
  sendNow: [leadPeople, onLead('running')],
  addLeads: [leadPeople, addLeads],
  previewOneOff: [leadPeople, choosingLeads],
  sendOneOff: [leadPeople, aboutOwnLead({ subject: 'Hello', content: '<p>Homes</p>' })],
})
