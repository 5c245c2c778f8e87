import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import { startTestServer } from '../../../testing/server.ts'
import { JUST_CLAIMED } from '../../distribution/rules/states.ts'
import { SWITCHED_OFF } from '../rules.ts'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice()
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => office.rows('DELETE FROM lead_distributions'))

/** Adds a lead to the pool that signed up so many minutes ago. */
async function pooled(minutesAgo = 1, fields: Record<string, unknown> = {}): Promise<number> {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const id = await office.lead(null, { first_name: 'Rosalind', last_name: 'Sato', created_at: at, ...fields })
  await office.rows(
    `INSERT INTO lead_distributions (lead_id, state, lead_type, why, since) VALUES ($1, 'pooled', 'buyer', '3 agents rejected', $2)`,
    [id, at],
  )
  return id
}

const list = async (query: object = {}) => (await office.agent.get('claim-leads', query)).data
const ids = async (query: object = {}): Promise<number[]> =>
  (await list(query)).data.map(({ id }: { id: number }) => id)

describe('the claim pool', () => {
  it('shows leads that nobody has, newest first, page by page', async () => {
    const older = await pooled(10)
    const newer = await pooled(5)
    await office.lead('agent2')
    await office.lead(null)
    expect(await ids()).toEqual([newer, older])
    const first = await list({ perPage: 1 })
    expect([first.total, first.pooled, first.data[0].id]).toEqual([2, 2, newer])
    expect(await ids({ perPage: 1, cursor: first.next_cursor })).toEqual([older])
  })

  it('says nothing of who they are, neither in the list nor of one lead', async () => {
    const id = await pooled(1, { email: 'ros@example.test', phone: '+14165550123', is_phone_valid: false })
    const [row] = (await list()).data
    expect(row).toMatchObject({
      masked_name: 'R•••••• S.',
      why: '3 agents rejected',
      channels: { call: false, email: true, text: false },
    })
    const details = (await office.agent.get(`claim-leads/${id}`)).data
    for (const answer of [row, details])
      for (const secret of ['Rosalind', 'Sato', 'ros@', '5550123']) expect(JSON.stringify(answer)).not.toContain(secret)
    expect((await office.agent.get(`lead/${id}`)).http).toBe(404)
  })

  it('counts leads towards the quota for renters or for buyers as their roles say now', async () => {
    const id = await pooled(1, { roles: ['buyer_lead'] })
    expect((await list()).data).toMatchObject([{ id, quota_type: 'buyer' }])
    expect((await office.admin.post(`lead/${id}`, { roles: ['rental_lead'] })).http).toBe(200)
    expect((await list()).data).toMatchObject([{ id, quota_type: 'rental' }])
  })

  it('is filtered by area, type and price', async () => {
    const [area] = await office.rows(`INSERT INTO areas (type, name) VALUES ('locality', 'Poolville') RETURNING id`)
    const buyer = await pooled(3, { roles: ['buyer_lead'], stated_price_min: 50_000_000, stated_price_max: 70_000_000 })
    const renter = await pooled(2, { roles: ['rental_lead'], stated_price_max: 250_000, area_ids: [area.id] })
    expect(await ids({ type: ['rental_lead'] })).toEqual([renter])
    expect(await ids({ locations: [{ area_id: area.id, area_type: 'locality' }] })).toEqual([renter])
    expect(await ids({ priceFrom: 600_000, priceTo: 900_000 })).toEqual([buyer])
    expect(await ids({ priceTo: 3000 })).toEqual([renter])
    expect(await ids({ days: 1 })).toEqual([renter, buyer])
    expect((await list({ type: ['rental_lead'] })).data[0]).toMatchObject({
      price_max: 2500,
      primary_areas: ['Poolville'],
    })
  })

  it('is closed to agents for whom claiming is switched off, and to everybody without an agent record', async () => {
    const id = await pooled()
    await office.admin.post('admin/features', {
      feature: 'claim_leads',
      scope: 'user',
      user_id: office.userId('newagent'),
      enabled: 0,
    })
    for (const answer of [
      await office.newagent.get('claim-leads'),
      await office.newagent.get(`claim-leads/${id}`),
      await office.newagent.post(`claim-leads/${id}/claim`),
    ])
      expect(answer).toMatchObject({ http: 403, message: SWITCHED_OFF })
    expect((await office.admin.get('claim-leads')).http).toBe(403)
  })
})

describe('claiming a lead', () => {
  it('opens it to the agent, at one press', async () => {
    const id = await pooled(1, { email: 'ros@example.test' })
    expect(await office.agent.post(`claim-leads/${id}/claim`)).toMatchObject({
      http: 200,
      data: { id, first_name: 'Rosalind' },
    })
    expect((await office.agent.get(`lead/${id}`)).data).toMatchObject({ email: 'ros@example.test', claimed: true })
    expect(await ids()).toEqual([])
    expect((await office.agent.get('claim-leads/claimed')).data.data).toMatchObject([{ id, last_name: 'Sato' }])
  })

  it('tells everybody but the first that it was just claimed', async () => {
    const id = await pooled()
    await office.agent.post(`claim-leads/${id}/claim`)
    expect(await office.agent2.post(`claim-leads/${id}/claim`)).toMatchObject({
      http: 409,
      error: 'conflict',
      message: JUST_CLAIMED,
    })
  })

  it('has one winner among a hundred presses on two servers', async () => {
    const id = await pooled()
    const other = await startTestServer({}, office.server)
    const there = await Promise.all(['agent', 'teamlead'].map(account => other.signIn(account)))
    const people = [office.agent, office.agent2, ...there]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, press) => people[press % people.length]?.post(`claim-leads/${id}/claim`)),
    )
    await other.close()
    expect(answers.filter(answer => answer?.http === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer?.http === 409)).toHaveLength(99)
  }, 60_000)

  it('knows no lead that never was in the pool', async () => {
    expect((await office.agent.post(`claim-leads/${await office.lead('agent2')}/claim`)).http).toBe(404)
  })
})

describe('notices of the pool', () => {
  it('are chosen by each agent', async () => {
    expect((await list()).notices).toBe(false)
    await office.agent.post('claim-leads/notices', { on: 1 })
    expect((await list()).notices).toBe(true)
    expect((await office.agent2.get('claim-leads')).data.notices).toBe(false)
    await office.agent.post('claim-leads/notices', { on: 0 })
    expect((await list()).notices).toBe(false)
  })
})
