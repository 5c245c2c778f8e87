import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { JUST_CLAIMED } from '../../distribution/rules/states.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import {
  CLOSED_SENTENCE,
  NO_LEAD_SENTENCE,
  NOT_INVITED_SENTENCE,
  refusalSentences,
  SWITCHED_OFF_SENTENCE,
} from '../rules/session.ts'

let office: TestOffice
let agent: TestClient
let agent2: TestClient
let admin: TestClient
beforeAll(async () => {
  office = await openTestOffice(async ({ database: { pool } }) => {
    await pool.query(`INSERT INTO feature_flags (feature, scope, enabled) VALUES ('happy_hour', 'all', true)`)
    await pool.query(`UPDATE users SET zone = CASE email WHEN 'newagent@keyturn.test' THEN 'America/Winnipeg'
                                                         ELSE 'America/Toronto' END`)
  })
  ;({ agent, agent2, admin } = office)
}, 60_000)
afterAll(() => office.server.close())

/** Monday, 4 PM in Toronto: the default window begins. */
const OPENING = new Date('2026-11-23T21:00:00Z')
const MINUTE = 60_000
const after = (minutes: number) => new Date(OPENING.getTime() + minutes * MINUTE)
/** Moves the clock of the server to so many minutes after the opening. */
const setClock = (minutes: number) => {
  office.server.clock.now = after(minutes)
}
const instant = (minutes: number) => expect.stringContaining(after(minutes).toISOString().slice(0, 19))

beforeEach(async () => {
  await office.rows('DELETE FROM happy_hour_sessions')
  await office.rows('DELETE FROM happy_hour_settings WHERE saved_by IS NOT NULL')
  await office.rows('DELETE FROM lead_distributions')
  await office.rows('DELETE FROM lead_claims')
  setClock(0)
})

/** Adds a lead to the pool that signed up so many minutes before the opening. */
async function pooled(minutesAgo: number, fields: Record<string, unknown> = {}): Promise<number> {
  const id = await office.lead(null, { phone: '+14165550111', created_at: after(-minutesAgo), ...fields })
  await office.rows(
    `INSERT INTO lead_distributions (lead_id, state, lead_type, why, since) VALUES ($1, 'pooled', 'buyer', 'No agent was free', $2)`,
    [id, after(-minutesAgo)],
  )
  return id
}

const start = (client = agent) => client.post('happy-hour/session')
const claim = (client = agent, lead_id?: number) => client.post('happy-hour/claim', lead_id ? { lead_id } : {})
const followUp = (id: number, option: number, client = agent) =>
  client.post(`lead/${id}/progress`, { type: Math.floor(option / 100), option, description: 'Tried' })
const CALLED = 102
const TEXT_RECEIVED = 202

describe('a happy hour session', () => {
  it('starts inside the window only', async () => {
    setClock(-1)
    expect(await start()).toMatchObject({ http: 409, message: CLOSED_SENTENCE })
    setClock(120)
    expect(await start()).toMatchObject({ http: 409, message: CLOSED_SENTENCE })
    setClock(0)
    expect(await start()).toMatchObject({
      http: 200,
      data: {
        isActive: true,
        sessionStart: instant(0),
        sessionEnd: instant(45),
        nextClaimAt: instant(0),
        happyHour: { start: instant(0), end: instant(120) },
        claimedLeads: [],
      },
    })
  })

  it('ends with the window at the latest', async () => {
    setClock(115)
    expect((await start()).data).toMatchObject({ sessionEnd: instant(120) })
  })

  it('is held by the clock of each agent', async () => {
    const western = office.newagent
    setClock(59)
    expect(await start(western)).toMatchObject({ http: 409, message: CLOSED_SENTENCE })
    setClock(60)
    expect((await start(western)).data).toMatchObject({ happyHour: { start: instant(60), end: instant(180) } })
  })

  it('is active until its end, and then a new one can be started', async () => {
    const first = (await start()).data.id
    setClock(44)
    expect((await start()).data).toMatchObject({ id: first, isActive: true, sessionEnd: instant(45) })
    setClock(45)
    expect((await agent.get(`agent/${office.agentId('agent')}/activeHappyHourSession`)).data).toMatchObject({
      id: first,
      isActive: false,
      nextClaimAt: null,
    })
    const second = (await start()).data
    expect(second).toMatchObject({ isActive: true, sessionEnd: instant(90) })
    expect(second.id).not.toBe(first)
  })

  it('that was ended goes on when it is started again before its time', async () => {
    const { id } = (await start()).data
    setClock(10)
    expect((await agent.post('happy-hour/session/end')).data).toMatchObject({
      id,
      isActive: false,
      sessionEnd: instant(10),
    })
    expect((await claim()).message).toBe(refusalSentences['not active'])
    setClock(20)
    expect((await start()).data).toMatchObject({ id, isActive: true, sessionEnd: instant(45) })
  })

  it('goes on under the rules that it began with', async () => {
    await start()
    const { data } = await admin.get('happy-hour/settings')
    expect(data.open_sessions).toBe(1)
    await admin.postJson('happy-hour/settings', { ...data, weekdays: [7], max_claims: 1 })
    expect((await agent.get('happy-hour')).data).toMatchObject({ session: { isActive: true, maxClaims: 5 } })
    expect((await start(agent2)).http).toBe(409)
  })

  it('is only for people whom the settings invite', async () => {
    const { data } = await admin.get('happy-hour/settings')
    const invite = (fields: object) => admin.postJson('happy-hour/settings', { ...data, ...fields })
    await invite({ join: 'agents', agent_ids: [office.agentId('agent2')] })
    expect(await start()).toMatchObject({ http: 403, message: NOT_INVITED_SENTENCE })
    expect((await agent.get('happy-hour')).data.accessible).toBe(false)
    expect((await start(agent2)).http).toBe(200)
    const [team] = await office.rows(`SELECT id FROM teams WHERE name = 'Waterfront team'`)
    await invite({ join: 'teams', team_ids: [team.id] })
    expect((await start(office.teamlead)).http).toBe(200)
    expect((await start()).http).toBe(200)
    setClock(60)
    expect((await start(office.newagent)).http).toBe(403)
  })

  it('is nobody else’s, and nothing while the feature is switched off', async () => {
    await start()
    expect((await agent2.get(`agent/${office.agentId('agent')}/activeHappyHourSession`)).http).toBe(404)
    expect((await admin.get(`agent/${office.agentId('agent')}/activeHappyHourSession`)).http).toBe(403)
    await admin.post('admin/features', {
      feature: 'happy_hour',
      scope: 'user',
      user_id: office.userId('newagent'),
      enabled: 0,
    })
    for (const answer of [
      await office.newagent.get('happy-hour'),
      await start(office.newagent),
      await claim(office.newagent),
    ])
      expect(answer).toMatchObject({ http: 403, message: SWITCHED_OFF_SENTENCE })
  })
})

describe('claiming in happy hour', () => {
  it('gives the newest lead that the settings name, and the next one at nextClaimAt', async () => {
    const { data } = await admin.get('happy-hour/settings')
    await admin.postJson('happy-hour/settings', { ...data, lead_types: ['buyer_lead'], follow_up_first: false })
    await pooled(1, { roles: ['seller_lead'] })
    await pooled(15 * 24 * 60, { roles: ['buyer_lead'] })
    const older = await pooled(60, { roles: ['buyer_lead'] })
    const newer = await pooled(30, { roles: ['buyer_lead'] })
    await start()
    expect((await agent.get('happy-hour')).data).toMatchObject({
      isEnabled: true,
      accessible: true,
      outstandingLeads: 1,
      pool: 2,
      participants: 1,
      nextClaimable: { id: newer, masked_name: 'A•• L.' },
    })
    const claimed = await claim()
    expect(claimed).toMatchObject({
      http: 200,
      data: {
        lead: { id: newer, first_name: 'Ada' },
        nextClaimAt: instant(3),
        claimedLeads: [{ id: newer, contactType: { name: 'Buyer' }, firstFollowUpAt: null }],
      },
    })
    setClock(2)
    expect((await agent.get('happy-hour')).data.outstandingLeads).toBe(0)
    expect(await claim()).toMatchObject({ http: 409, message: refusalSentences['too early'] })
    setClock(3)
    expect((await claim()).data.lead.id).toBe(older)
    setClock(6)
    expect(await claim()).toMatchObject({ http: 409, message: NO_LEAD_SENTENCE })
    expect((await agent.get(`lead/${newer}`)).data).toMatchObject({ agent_id: office.agentId('agent'), claimed: true })
  })

  it('waits for the first call, text or e-mail to the lead before', async () => {
    await pooled(2)
    await pooled(1)
    await start()
    const { lead } = (await claim()).data
    setClock(5)
    expect(await claim()).toMatchObject({ http: 409, message: refusalSentences['no follow-up'] })
    expect((await agent.get('happy-hour')).data).toMatchObject({ awaitsFollowUp: true, outstandingLeads: 0 })
    await followUp(lead.id, TEXT_RECEIVED)
    expect((await claim()).http).toBe(409)
    await followUp(lead.id, CALLED)
    expect((await agent.get('happy-hour')).data).toMatchObject({
      awaitsFollowUp: false,
      outstandingLeads: 1,
      session: { claimedLeads: [{ id: lead.id, firstFollowUpAt: instant(5), followUp: 'Call' }] },
    })
    expect((await claim()).http).toBe(200)
  })

  it('waits for the agent’s own doing: what a colleague did or a campaign sent in the agent’s name is none', async () => {
    await pooled(2)
    await pooled(1)
    await start()
    const { lead } = (await claim()).data
    setClock(5)
    await followUp(lead.id, CALLED, admin)
    await agentAtWork(office.server.database, {
      user_id: office.userId('agent'),
      agent_id: office.agentId('agent'),
    }).writing(ctx =>
      addMilestones({ ...ctx, now: after(5) }, [
        { lead_id: lead.id, milestone_type_id: milestoneType.email, is_automatic: true },
      ]),
    )
    expect(await claim()).toMatchObject({ http: 409, message: refusalSentences['no follow-up'] })
    await followUp(lead.id, CALLED)
    expect((await claim()).http).toBe(200)
  })

  it('waits no longer for a lead that the agent gave away', async () => {
    await pooled(2)
    await pooled(1)
    await start()
    const { lead } = (await claim()).data
    setClock(5)
    await admin.post(`admin/reassign/${lead.id}`, { agent: office.agentId('agent2') })
    expect((await claim()).http).toBe(200)
  })

  it('does not let another session forget the follow-up', async () => {
    await pooled(2)
    await pooled(1)
    await start()
    await claim()
    setClock(46)
    await start()
    expect(await claim()).toMatchObject({ http: 409, message: refusalSentences['no follow-up'] })
  })

  it('ends with the most claims of a session', async () => {
    const { data } = await admin.get('happy-hour/settings')
    await admin.postJson('happy-hour/settings', {
      ...data,
      max_claims: 2,
      minutes_between_claims: 0,
      follow_up_first: false,
    })
    for (const minutes of [1, 2, 3]) await pooled(minutes)
    await start()
    await claim()
    expect((await claim()).data).toMatchObject({ nextClaimAt: null })
    expect(await claim()).toMatchObject({ http: 409, message: refusalSentences['no claims left'] })
  })

  it('gives a lead to one agent of several who press at once', async () => {
    const id = await pooled(1)
    await start()
    await start(agent2)
    const answers = await Promise.all([claim(agent, id), claim(agent2, id)])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(answers.find(({ http }) => http === 409)?.message).toBe(JUST_CLAIMED)
  })

  it('gives each of several agents a lead of their own when nobody names one', async () => {
    for (const minutes of [1, 2]) await pooled(minutes)
    await start()
    await start(agent2)
    const answers = await Promise.all([claim(), claim(agent2)])
    expect(new Set(answers.map(({ data }) => data.lead.id)).size).toBe(2)
  })

  it('proposes a lead no more that was passed over', async () => {
    const older = await pooled(2)
    const newer = await pooled(1)
    await start()
    await agent.post('happy-hour/skip', { lead_id: newer })
    expect((await agent.get('happy-hour')).data.nextClaimable.id).toBe(older)
    expect((await claim()).data.lead.id).toBe(older)
  })

  it('stands on the timeline, and among what was claimed from the pool', async () => {
    const id = await pooled(1)
    await start()
    await claim()
    expect(
      await office.rows('SELECT milestone_type_id AS type FROM milestones WHERE lead_id = $1', [id]),
    ).toContainEqual({
      type: 26,
    })
    expect((await agent.get('claim-leads/claimed')).data.data).toMatchObject([{ id, claimed_at: instant(0) }])
  })

  it('shows nothing that says who the next lead is', async () => {
    await pooled(1, { first_name: 'Wilhelmina', last_name: 'Oduya', email: 'wil@example.test' })
    await start()
    const text = JSON.stringify((await agent.get('happy-hour')).data)
    for (const secret of ['Wilhelmina', 'Oduya', 'wil@example.test', '4165550111']) expect(text).not.toContain(secret)
  })
})
