import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'

let office: TestOffice
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const

beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  office.server.clock.now = null
  await office.rows('DELETE FROM distribution_offers')
  await office.rows('DELETE FROM lead_distributions')
  await office.rows('DELETE FROM lead_transfers')
  await office.rows('DELETE FROM agent_availability')
  await office.rows(`DELETE FROM settings WHERE key = 'distribution'`)
  await office.rows(`UPDATE agents SET lead_types = '{buyer,rental}'`)
  await office.rows('UPDATE leads SET last_contacted_at = now()')
})

let arrived = 0
const arrive = async (fields: object = {}): Promise<number> => {
  const person = { first_name: 'Imran', last_name: 'Qureshi', email: `first${++arrived}@people.test` }
  return (await office.admin.post('lead', { ...person, roles: ['buyer_lead'], agent_id: null, ...fields })).data.id
}
const distribution = async (id: number) => (await office.admin.get(`lead/${id}/distribution`)).data
/** The agent who is asked now, and why. */
const asked = async (id: number): Promise<{ account: string | null; why: string }> => {
  const { offers } = await distribution(id)
  const open = offers.find((offer: { outcome: string | null }) => offer.outcome === null)
  return { account: accounts.find(one => office.agentId(one) === open?.agent.id) ?? null, why: open?.why ?? '' }
}
const reasonsOf = async (id: number, account: string): Promise<string> => {
  const { decisions } = await distribution(id)
  const looked = decisions
    .at(-1)
    .agents.find((row: { agent: { id: number } }) => row.agent.id === office.agentId(account))
  return looked.reason
}
const path = (account: string) => `agents/${office.agentId(account)}/availability`

describe('a vacation', () => {
  it('is said by the agent themselves, with whoever stands in, and is seen by the office', async () => {
    const days = { away_from: '2026-11-16', away_until: '2099-11-23', substitute_id: office.agentId('agent2') }
    const saved = await office.agent.post('availability', { ...days, languages: ['English', 'French'], days_off: [7] })
    expect(saved.data).toMatchObject({
      substitute: { name: office.nameOf('agent2') },
      days_off: [7],
      zone: 'America/Toronto',
    })
    const { data } = await office.admin.get('agents/availability')
    const row = data.data.find((each: { agent_id: number }) => each.agent_id === office.agentId('agent'))
    expect(row).toMatchObject({ away_until: '2099-11-23', languages: ['English', 'French'] })
    expect(await reasonsOf(await arrive(), 'agent')).toMatch(/^skipped: on vacation until Nov 23$/)
  })

  it('refuses what cannot be: half a vacation, one that ends before it begins, oneself as the substitute', async () => {
    const refused = async (fields: object) => (await office.agent.post('availability', fields)).data.errors
    expect(await refused({ away_from: '2026-12-01' })).toEqual(['A vacation needs a first and a last day.'])
    expect(await refused({ away_from: '2026-12-10', away_until: '2026-12-01' })).toEqual([
      'The last day must not be before the first.',
    ])
    expect(await refused({ starts_at: '09:00', ends_at: '09:00' })).toEqual(['The end must differ from the start.'])
    expect(await refused({ substitute_id: office.agentId('agent') })).toEqual([
      'An agent cannot stand in for themselves.',
    ])
    expect(await refused({ substitute_id: 999_999 })).toEqual(['This agent does not exist, or no longer works here.'])
  })

  it('that begins while an offer is open leaves the offer to its answer', async () => {
    const id = await arrive()
    const { account } = await asked(id)
    if (!account) throw new Error('Nobody was asked.')
    await office.admin.post(path(account), { away_from: '2026-01-01', away_until: '2099-01-01' })
    expect((await asked(id)).account).toBe(account)
    expect((await office[account as 'agent'].post(`lead/${id}/accept`, { accept: 1 })).http).toBe(200)
  })
})

describe('somebody whose number an agent knows', () => {
  it('goes to that agent, to whoever stands in for them, or by the order where the setting says so', async () => {
    const shared = async () => {
      const id = await arrive()
      await office.rows('UPDATE leads SET phone = $2 WHERE id = $1', [id, '+14165550142'])
      await office.admin.post(`lead/${id}/distribution/withdraw`, {})
      return (await office.admin.post(`lead/${id}/distribution`, {})).data.lead_id as number
    }
    const known = await office.lead('newagent', { phone: '+14165550142', last_contacted_at: '2026-11-01T00:00:00Z' })
    expect(await asked(await shared())).toEqual({ account: 'newagent', why: 'Knows this person already' })
    const away = { away_from: '2026-01-01', away_until: '2099-01-01', substitute_id: office.agentId('teamlead') }
    await office.admin.post(path('newagent'), away)
    const { account, why } = await asked(await shared())
    expect({ account, why }).toEqual({
      account: 'teamlead',
      why: `Stands in for ${office.nameOf('newagent')}, who is on vacation`,
    })
    await office.admin.post('distribution/settings', { returning_first: false })
    expect((await asked(await shared())).why).toMatch(/share/)
    await office.rows('UPDATE leads SET phone = NULL WHERE id = $1 OR phone = $2', [known, '+14165550142'])
  })
})

describe('somebody who came for a listing of the brokerage', () => {
  it('goes to its agent first while it is on the market', async () => {
    await office.rows(
      `INSERT INTO brokerage_listings (mls_number, status, offer, property_type, price, street_number, street_name, city, agent_id, created_at, updated_at)
       VALUES ('C900', 'active', 'sale', 'House', 100, '88', 'Scott St', 'Toronto', $1, now(), now()),
              ('C901', 'sold', 'sale', 'House', 100, '90', 'Scott St', 'Toronto', $1, now(), now())`,
      [office.agentId('teamlead')],
    )
    const cameFor = async (mls: string) => {
      const id = await arrive()
      await office.admin.post(`lead/${id}/distribution/withdraw`, {})
      await office.rows('UPDATE lead_distributions SET asked_about = $2 WHERE lead_id = $1', [id, mls])
      await office.admin.post(`lead/${id}/distribution`, {})
      return id
    }
    expect(await asked(await cameFor('C900'))).toEqual({ account: 'teamlead', why: 'The listing’s own agent' })
    expect((await asked(await cameFor('C901'))).why).toMatch(/share/)
    await office.admin.post('distribution/settings', { listing_agent_first: false })
    expect((await asked(await cameFor('C900'))).why).toMatch(/share/)
  })
})

describe('a language that a lead speaks', () => {
  it('leaves out agents who do not speak it, unless the setting says otherwise', async () => {
    for (const account of accounts)
      await office.admin.post(path(account), { languages: account === 'agent2' ? ['English', 'French'] : ['English'] })
    const id = await arrive({ language: 'French' })
    expect((await asked(id)).account).toBe('agent2')
    expect(await reasonsOf(id, 'agent')).toBe('skipped: does not speak French')
    await office.admin.post('distribution/settings', { match_languages: false })
    expect(await reasonsOf(await arrive({ language: 'French' }), 'agent')).not.toMatch(/speak/)
  })
})

describe('an agent who is blocked for a lead', () => {
  it('loses the open offer to the next one, is skipped from then on, and cannot claim it', async () => {
    const id = await arrive()
    const { account: first } = await asked(id)
    if (!first) throw new Error('Nobody was asked.')
    const block = { agent_id: office.agentId(first), reason: 'Former spouse' }
    expect((await office.admin.post(`lead/${id}/distribution/blocks`, block)).http).toBe(200)
    const { account: next } = await asked(id)
    expect(next).not.toBe(first)
    expect(await reasonsOf(id, first)).toMatch(/^skipped: (was offered this lead before|blocked for this lead)$/)
    expect((await office.admin.get(`lead/${id}/distribution/blocks`)).data.data).toMatchObject([
      { agent: { id: office.agentId(first) }, reason: 'Former spouse', created_by: office.nameOf('admin') },
    ])
    await office.rows(`UPDATE lead_distributions SET state = 'pooled' WHERE lead_id = $1`, [id])
    await office.rows('DELETE FROM lead_transfers WHERE lead_id = $1', [id])
    const claim = await office[first as 'agent'].post(`claim-leads/${id}/claim`, {})
    expect([claim.http, claim.message]).toEqual([409, 'You cannot claim this lead.'])
    expect((await office.admin.delete(`lead/${id}/distribution/blocks/${office.agentId(first)}`)).http).toBe(200)
    expect((await office.admin.get(`lead/${id}/distribution/blocks`)).data.data).toEqual([])
  })
})
