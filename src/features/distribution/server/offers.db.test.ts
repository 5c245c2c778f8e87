import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import type { Job } from '../../../platform/server/jobs/jobs.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { type Account, accounts, type OfferOffice, openOfferOffice } from '../../../testing/distribution/offers.ts'
import type { TestOffice } from '../../../testing/office.ts'
import { startTestServer, type TestClient, type TestServer } from '../../../testing/server.ts'
import { expireOffer } from '../../transfers/server/jobs.ts'
import { JUST_CLAIMED } from '../rules/states.ts'
import { claimFromPool } from './commands/claim.ts'
import { distributeLead } from './commands/distribute.ts'
import { repairDistribution } from './jobs.ts'
import { poolPage } from './queries/pool.ts'

let office: TestOffice
let second: TestServer
let admin: TestClient
let area: OfferOffice['area']
let site: OfferOffice['site']
let reset: OfferOffice['reset']
let takes: OfferOffice['takes']
let arrive: OfferOffice['arrive']
let distribution: OfferOffice['distribution']
let offeredTo: OfferOffice['offeredTo']
let answer: OfferOffice['answer']
let rejectAll: OfferOffice['rejectAll']

beforeAll(async () => {
  ;({ office, area, site, reset, takes, arrive, distribution, offeredTo, answer, rejectAll } = await openOfferOffice())
  second = await startTestServer({}, office.server)
  admin = office.admin
}, 60_000)
afterAll(async () => {
  await second.close()
  await office.server.close()
})
beforeEach(() => reset())

const at = () => adminAtWork(office.server.database, office.userId('admin'))
const pooled = async () => (await poolPage(at().reading, {}, {})).map(({ id }) => id)

describe('a new lead without an agent', () => {
  it('is offered to one agent, who sees neither name nor contact until they accept', async () => {
    const id = await arrive({ stated_price_max: 1_100_000, phone: '416-555-0123' })
    const account = await offeredTo(id)
    if (!account) throw new Error('Nobody was asked.')
    const others = accounts.filter(one => one !== account)
    for (const other of others) expect((await office[other].get('offers')).data.data).toEqual([])
    const offers = (await office[account].get('offers')).data.data
    expect(offers).toMatchObject([
      {
        lead_id: id,
        roles_string: 'Buyer',
        price_max: 1_100_000,
        areas: [{ id: area, name: 'Ajax' }],
        channels: { call: true, email: true, text: true },
        why: 'Smallest share of the week, 0 so far',
      },
    ])
    const seen = [offers, (await office[account].get('transfers')).data, (await office[account].get(`lead/${id}`)).data]
    expect(JSON.stringify(seen)).not.toMatch(/imran|qureshi|5550123|people\.test/i)
    // What the lead takes back is no way to reach them any more.
    await admin.post(`lead/${id}/consent`, { channel: 'text', kind: 'withdrawn', source: 'Told us' })
    const channels = { call: true, email: true, text: false }
    expect((await office[account].get('offers')).data.data).toMatchObject([{ lead_id: id, channels }])
    expect((await answer(id, account, 1)).http).toBe(200)
    expect((await office[account].get(`lead/${id}`)).data).toMatchObject({ first_name: 'Imran', last_name: 'Qureshi' })
    expect(await distribution(id)).toMatchObject({ state: 'owned', agent: { id: office.agentId(account) } })
    expect((await office[account].get('offers')).data.data).toEqual([])
  })

  it('goes to the next agent when one rejects, and after three into the pool', async () => {
    const id = await arrive()
    const asked = new Set<Account>()
    for (let turn = 0; turn < 3; turn++) {
      const account = await offeredTo(id)
      if (!account) throw new Error('Nobody was asked.')
      asked.add(account)
      await answer(id, account, 0)
    }
    expect(asked.size).toBe(3)
    expect(await distribution(id)).toMatchObject({ state: 'pooled', why: '3 agents rejected' })
    expect(await pooled()).toEqual([id])
  })

  it('goes on after fifteen minutes without an answer, and whoever answers then is told', async () => {
    const id = await arrive()
    const first = await offeredTo(id)
    if (!first) throw new Error('Nobody was asked.')
    office.server.clock.now = new Date(Date.now() + 14 * 60_000)
    await run(expireOffer, { lead_id: id }, office.server.clock.now)
    expect(await offeredTo(id)).toBe(first)
    office.server.clock.now = new Date(Date.now() + 15 * 60_000 + 1000)
    await run(expireOffer, { lead_id: id }, office.server.clock.now)
    const next = await offeredTo(id)
    if (!next) throw new Error('Nobody was asked.')
    expect(next).not.toBe(first)
    expect(await answer(id, first, 1)).toMatchObject({ http: 409, message: 'This offer has expired.' })
    await answer(id, next, 1)
    expect((await answer(id, first, 1)).message).toMatch(
      new RegExp(`^This lead was taken by ${office.nameOf(next)} at \\d+:\\d\\d:\\d\\d [AP]M\\.$`),
    )
  })

  it('is found by time alone when the job of its offer was lost', async () => {
    const id = await arrive()
    const first = await offeredTo(id)
    await run(repairDistribution, {}, new Date(Date.now() + 16 * 60_000))
    expect(await offeredTo(id)).not.toBe(first)
    expect(await offeredTo(id)).not.toBeNull()
  })

  it('joins the pool at once when nobody is eligible, and every agent has a reason', async () => {
    await office.rows(`UPDATE agents SET lead_types = '{rental}' WHERE id = $1`, [office.agentId('agent')])
    await office.rows(`UPDATE agents SET area_ids = '{}' WHERE id = $1`, [office.agentId('agent2')])
    await office.rows(`INSERT INTO agent_availability (agent_id, days_off) VALUES ($1, '{1,2,3,4,5,6,7}')`, [
      office.agentId('newagent'),
    ])
    await office.rows(
      `INSERT INTO agent_availability (agent_id, away_from, away_until) VALUES ($1, '2020-01-01', '2099-12-31')`,
      [office.agentId('teamlead')],
    )
    const id = await arrive()
    const { state, why, decisions } = await distribution(id)
    expect({ state, why }).toEqual({ state: 'pooled', why: 'No agent was free' })
    const reasons = new Map(
      decisions[0].agents.map((one: { agent: { id: number }; reason: string }) => [one.agent.id, one.reason]),
    )
    expect(reasons.get(office.agentId('agent'))).toBe('skipped: does not take buyers')
    expect(reasons.get(office.agentId('agent2'))).toBe('skipped: does not take Ajax')
    expect(reasons.get(office.agentId('newagent'))).toMatch(/^skipped: \w+day is a day off$/)
    expect(reasons.get(office.agentId('teamlead'))).toBe('skipped: on vacation until Dec 31')
    const [{ agents }] = await office.rows('SELECT count(*) AS agents FROM agents')
    expect(decisions[0].agents).toHaveLength(Number(agents))
    const quotaOf = async (account: string) =>
      (await admin.get('agent-quotas', { type: 'buyer', perPage: 200 })).data.data.find(
        (one: { agent_id: number }) => one.agent_id === office.agentId(account),
      )
    expect(await quotaOf('newagent')).toMatchObject({ is_day_off: true, away_until: null })
    expect(await quotaOf('teamlead')).toMatchObject({ is_day_off: false, away_until: '2099-12-31' })
  })

  it('skips agents who do not take its site, and those with too many untouched leads', async () => {
    await takes(['agent', 'agent2'])
    await office.rows(`UPDATE agents SET lead_types = '{}' WHERE id = ANY ($1)`, [
      [office.agentId('newagent'), office.agentId('teamlead')],
    ])
    await office.rows(`UPDATE agents SET site_ids = '{}' WHERE id = $1`, [office.agentId('agent')])
    await admin.post('distribution/settings', { max_untouched: 2 })
    for (let made = 0; made < 2; made++) await office.lead('agent2', { claimed_at: new Date() })
    const [{ id }] = await office.rows(
      `INSERT INTO leads (first_name, roles, site_id, area_ids) VALUES ('Zed', '{seller_lead}', $1, $2) RETURNING id`,
      [site, [area]],
    )
    await at().writing(ctx => distributeLead(ctx, id))
    const { agents } = (await distribution(id)).decisions[0]
    const reasonOf = (account: Account) =>
      agents.find((one: { agent: { id: number } }) => one.agent.id === office.agentId(account)).reason
    expect(reasonOf('agent')).toBe('skipped: does not take ajax.test')
    expect(reasonOf('agent2')).toBe('skipped: 2 untouched leads, limit 2')
  })

  it('stays with its agent when they return, and rests when its source says so', async () => {
    const own = await office.lead('agent')
    expect(await at().writing(ctx => distributeLead(ctx, own))).toEqual({
      state: 'owned',
      agent_id: office.agentId('agent'),
    })
    await admin.post('distribution/settings', { resting_sources: ['agent'] })
    const id = await arrive()
    expect(await distribution(id)).toMatchObject({ state: 'resting', offers: [] })
    expect((await admin.post(`lead/${id}/distribution`)).data).toMatchObject({ state: 'offered' })
  })
})

describe('whoever presses at once', () => {
  it('one of a hundred claims on two servers gets a lead of the pool, and the others are told', async () => {
    const id = await arrive()
    await rejectAll(id)
    const claim = (index: number) => {
      const { database } = index % 2 ? office.server : second
      const agent = office.agentId(accounts[index % accounts.length] ?? 'agent')
      return adminAtWork(database, office.userId('admin'))
        .writing(ctx => claimFromPool(ctx, { lead_id: id, agent_id: agent, by: 'pool' }))
        .then(
          () => 'won',
          (error: Error) => error.message,
        )
    }
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => claim(index)))
    expect(answers.filter(said => said === 'won')).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set(['won', JUST_CLAIMED]))
    expect(await pooled()).toEqual([])
    expect(await distribution(id)).toMatchObject({ state: 'owned' })
  }, 60_000)

  it('accepting at the end of an offer, twice, or while the office gives the lead away leaves one agent', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await arrive()
      const account = await offeredTo(id)
      if (!account) throw new Error('Nobody was asked.')
      const other = account === 'teamlead' ? 'agent' : 'teamlead'
      const answers = await Promise.all([
        answer(id, account, 1),
        answer(id, account, 1),
        answer(id, account, 0),
        admin.post(`lead/${id}/distribution/withdraw`),
        admin.post(`admin/reassign/${id}`, { agent: office.agentId(other) }),
        run(repairDistribution, {}, new Date()),
      ])
      for (const result of answers) if (result) expect([200, 409]).toContain(result.http)
      const { state, agent, offers } = await distribution(id)
      expect(state).toBe('owned')
      expect(agent.id).toBe(office.agentId(other))
      expect(offers.filter((offer: { outcome: string | null }) => offer.outcome === null)).toEqual([])
    }
  }, 60_000)

  it('an answer and the end of the offer at the same moment: one of the two counts', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await arrive()
      const account = await offeredTo(id)
      if (!account) throw new Error('Nobody was asked.')
      const [accepted] = await Promise.all([
        answer(id, account, 1),
        run(expireOffer, { lead_id: id }, new Date(Date.now() + 16 * 60_000)),
      ])
      const { state, offers } = await distribution(id)
      expect(offers[0].outcome).toBe(accepted.http === 200 ? 'accepted' : 'expired')
      expect(state).toBe(accepted.http === 200 ? 'owned' : 'offered')
    }
  }, 60_000)
})

/** Runs a job by hand, at a moment. */
async function run<Data extends object>(job: Job<Data>, data: Data, now: Date): Promise<null> {
  const { reading, writing } = at()
  const transaction = (work: (ctx: Change) => Promise<unknown>) => writing(ctx => work({ ...ctx, now }))
  await job.run({ ...reading, now, signal: new AbortController().signal, transaction } as JobContext, data)
  return null
}
