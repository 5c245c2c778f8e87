import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import type { Job } from '../../../platform/server/jobs/jobs.ts'
import { adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
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
let area: number
let site: number
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
type Account = (typeof accounts)[number]

beforeAll(async () => {
  office = await openTestOffice()
  second = await startTestServer({}, office.server)
  admin = office.admin
  ;[{ id: area }] = await office.rows(`INSERT INTO areas (type, name) VALUES ('locality', 'Ajax') RETURNING id`)
  ;[{ id: site }] = await office.rows(`INSERT INTO sites (name, domain) VALUES ('Ajax', 'ajax.test') RETURNING id`)
}, 60_000)
afterAll(async () => {
  await second.close()
  await office.server.close()
})
beforeEach(async () => {
  office.server.clock.now = null
  // Everybody takes everything, and nobody was ever asked.
  await office.rows(`UPDATE distribution_offers SET outcome = 'withdrawn', answered_at = now() WHERE outcome IS NULL`)
  await office.rows('DELETE FROM distribution_offers')
  await office.rows('DELETE FROM lead_distributions')
  await office.rows('DELETE FROM lead_transfers')
  await office.rows('DELETE FROM agent_availability')
  await office.rows(`DELETE FROM settings WHERE key = 'distribution'`)
  await office.rows(`UPDATE agents SET lead_types = '{}', area_ids = '{}', site_ids = '{}'`)
  await office.rows(`UPDATE leads SET last_contacted_at = now()`)
  await takes(accounts)
})

/** Lets these agents take buyers and renters of the area and the site. */
const takes = (who: readonly Account[]) =>
  office.rows(`UPDATE agents SET lead_types = '{buyer,rental}', area_ids = $1, site_ids = $2 WHERE id = ANY ($3)`, [
    [area],
    [site],
    who.map(office.agentId),
  ])
const at = () => adminAtWork(office.server.database, office.userId('admin'))
const arrive = async (fields: object = {}): Promise<number> => {
  const { data } = await admin.post('lead', {
    first_name: 'Imran',
    last_name: 'Qureshi',
    email: `imran${++arrived}@people.test`,
    roles: ['buyer_lead'],
    agent_id: null,
    areas: JSON.stringify([{ area_id: area, area_type: 'locality' }]),
    ...fields,
  })
  return data.id
}
let arrived = 0
const distribution = async (id: number) => (await admin.get(`lead/${id}/distribution`)).data
const offeredTo = async (id: number): Promise<Account | null> => {
  const open = (await distribution(id)).offers.find((offer: { outcome: string | null }) => offer.outcome === null)
  return accounts.find(account => office.agentId(account) === open?.agent.id) ?? null
}
const answer = (id: number, account: Account, accept: number) => office[account].post(`lead/${id}/accept`, { accept })
const rejectAll = async (id: number) => {
  for (;;) {
    const account = await offeredTo(id)
    if (account === null) return
    await answer(id, account, 0)
  }
}
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

describe('the ledger of a lead', () => {
  it('is chained, told broken by any change, and cannot be changed', async () => {
    const id = await arrive()
    await rejectAll(id)
    const { ledger } = await distribution(id)
    expect(ledger).toMatchObject({ broken_at: null, entries: 10 })
    await expect(office.rows(`UPDATE distribution_ledger SET content = '{}' WHERE lead_id = $1`, [id])).rejects.toThrow(
      'append-only',
    )
    await office.rows('ALTER TABLE distribution_ledger DISABLE TRIGGER distribution_ledger_append_only')
    await office.rows(`UPDATE distribution_ledger SET content = '{}' WHERE lead_id = $1 AND entry = 4`, [id])
    await office.rows('ALTER TABLE distribution_ledger ENABLE TRIGGER distribution_ledger_append_only')
    expect((await distribution(id)).ledger.broken_at).toBe(4)
    const page = (await admin.get(`lead/${id}/distribution/ledger`, { perPage: 4 })).data
    expect(page.data.map((entry: { entry: number }) => entry.entry)).toEqual([1, 2, 3, 4])
    const next = (await admin.get(`lead/${id}/distribution/ledger`, { perPage: 4, cursor: page.next_cursor })).data
    expect(next.data[0].entry).toBe(5)
  })

  it('is for administrators; agents read their own part in it, without other names', async () => {
    const id = await arrive()
    const account = await offeredTo(id)
    if (!account) throw new Error('Nobody was asked.')
    expect((await office[account].get(`lead/${id}/distribution`)).http).toBe(403)
    const own = async (who: Account) => (await office[who].get('distribution/mine', { perPage: 100 })).data.data
    expect(await own(account)).toContainEqual(
      expect.objectContaining({ outcome: 'offered', lead_id: null, areas: ['Ajax'] }),
    )
    const other = accounts.find(one => one !== account) ?? 'agent'
    const theirs = await own(other)
    expect(theirs).toContainEqual(expect.objectContaining({ outcome: 'not_needed', lead_id: null }))
    expect(JSON.stringify(theirs)).not.toContain(office.nameOf(account))
  })

  it('holds when an offer arrived, was seen, and why it was rejected', async () => {
    const id = await arrive()
    const account = await offeredTo(id)
    if (!account) throw new Error('Nobody was asked.')
    const [offer] = (await office[account].get('offers')).data.data
    for (const step of ['delivered', 'seen', 'seen']) await office[account].post(`offers/${offer.id}/receipt`, { step })
    await office[account].post(`offers/${offer.id}/reject`, { reason: 'with_client', note: 'In a closing until noon.' })
    const { offers, ledger } = await distribution(id)
    expect(offers[0]).toMatchObject({
      delivered_at: expect.any(String),
      seen_at: expect.any(String),
      outcome: 'rejected',
      reject_reason: 'with_client',
      reject_note: 'In a closing until noon.',
    })
    const { data } = (await admin.get(`lead/${id}/distribution/ledger`)).data
    expect(data.map((entry: { kind: string }) => entry.kind)).toEqual([
      'decided',
      'offered',
      'delivered',
      'seen',
      'rejected',
      'decided',
      'offered',
    ])
    expect(ledger.broken_at).toBeNull()
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

describe('leads that are offered again', () => {
  it('leave their agent, are offered to somebody else, and go back when that is undone', async () => {
    const held = await arrive({ agent_id: office.agentId('agent') })
    const free = await arrive({ agent_id: office.agentId('agent2') })
    await admin.post('distribution/settings', { is_on: true })
    const { data } = await admin.post('leads/offer', { ids: [held, free] })
    expect(data).toMatchObject({ offered: 2, run: { title: 'Offer again', changed: 2, skipped: [] } })
    const to = await offeredTo(held)
    expect(to).not.toBeNull()
    expect(to).not.toBe('agent')
    expect(await offeredTo(free)).not.toBe('agent2')
    const twice = await admin.post('leads/offer', { ids: [held] })
    expect(twice.data.run).toMatchObject({ changed: 0, skipped: [{ reason: 'being offered already', count: 1 }] })
    await office[to ?? 'agent'].post(`lead/${held}/accept`, { accept: 1 })
    const undone = await admin.post(`bulk/${data.run.id}/undo`)
    expect(undone.data).toMatchObject({ state: 'undone', changed: 1, skipped: [{ reason: 'changed since', count: 1 }] })
    const agentOf = async (id: number) =>
      (await office.rows('SELECT agent_id FROM leads WHERE id = $1', [id]))[0].agent_id
    expect(await agentOf(held)).toBe(office.agentId(to ?? 'agent'))
    expect(await agentOf(free)).toBe(office.agentId('agent2'))
    expect(await offeredTo(free)).toBeNull()
  })

  it('rest again when they had no agent and it is undone', async () => {
    const id = await arrive()
    await admin.post(`lead/${id}/distribution/withdraw`)
    const { data } = await admin.post('leads/offer', { ids: [id] })
    expect(data.offered).toBe(1)
    expect(await offeredTo(id)).not.toBeNull()
    await admin.post(`bulk/${data.run.id}/undo`)
    expect(await offeredTo(id)).toBeNull()
    expect((await distribution(id)).state).toBe('resting')
  })

  it('are in the pool again when they were and it is undone', async () => {
    await office.rows(`UPDATE agents SET lead_types = '{}'`)
    const id = await arrive()
    expect((await distribution(id)).state).toBe('pooled')
    const { why } = await distribution(id)
    await takes(accounts)
    const { data } = await admin.post('leads/offer', { ids: [id] })
    expect(await offeredTo(id)).not.toBeNull()
    await admin.post(`bulk/${data.run.id}/undo`)
    expect(await distribution(id)).toMatchObject({ state: 'pooled', why })
  })

  it('are at most 200 at once', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => index + 1)
    expect(await admin.post('leads/offer', { ids })).toMatchObject({
      status: 0,
      message: { selected: ['Offer at most 200 leads at once.'] },
    })
  })
})
