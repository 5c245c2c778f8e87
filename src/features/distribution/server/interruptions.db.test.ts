import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Change, JobContext, WriteContext } from '../../../platform/server/context.ts'
import { addAgent, adminAtWork } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { removeLeads, restoreLeads } from '../../leads/server/commands/removal.ts'
import { requireReceiver, sendLeads } from '../../transfers/server/commands/handOver.ts'
import { passOn } from './commands/distribute.ts'
import { repairDistribution } from './jobs.ts'
import { ownDecisions } from './queries/own.ts'

let office: TestOffice
let admin: TestClient
const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
type Account = (typeof accounts)[number]

beforeAll(async () => {
  office = await openTestOffice()
  admin = office.admin
  await office.rows(`UPDATE agents SET lead_types = '{}'`)
  await office.rows(`UPDATE agents SET lead_types = '{buyer}' WHERE id = ANY ($1)`, [accounts.map(office.agentId)])
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  office.server.clock.now = null
  await office.rows(`UPDATE distribution_offers SET outcome = 'withdrawn', answered_at = now() WHERE outcome IS NULL`)
  await office.rows('DELETE FROM distribution_offers')
  await office.rows('DELETE FROM lead_distributions')
  await office.rows('DELETE FROM lead_transfers')
})

const at = () => adminAtWork(office.server.database, office.userId('admin'))
const arrive = async (fields: object = {}): Promise<number> => {
  const { data } = await admin.post('lead', { first_name: 'Ada', roles: ['buyer_lead'], agent_id: null, ...fields })
  return data.id
}
const distribution = async (id: number) => (await admin.get(`lead/${id}/distribution`)).data
const offeredTo = async (id: number): Promise<Account | null> => {
  const open = (await distribution(id)).offers.find((offer: { outcome: string | null }) => offer.outcome === null)
  return accounts.find(account => office.agentId(account) === open?.agent.id) ?? null
}
const asked = async (id: number): Promise<Account> => {
  const account = await offeredTo(id)
  if (!account) throw new Error('Nobody was asked.')
  return account
}
const MINUTE = 60_000
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

/** Runs the repair by hand, at a moment. */
async function repair(now: Date): Promise<void> {
  const { reading, writing } = at()
  const transaction = (work: (ctx: Change) => Promise<unknown>) => writing(ctx => work({ ...ctx, now }))
  await repairDistribution.run({ ...reading, now, signal: new AbortController().signal, transaction } as JobContext, {})
}

describe('an offer whose time is over and that was not ended yet', () => {
  it('does not keep an account from being closed, and is passed on as any other', async () => {
    const late = await arrive()
    const silent = await asked(late)
    office.server.clock.now = later(16)
    const own = await arrive()
    const leaving = await asked(own)
    expect(leaving).not.toBe(silent)
    const closed = await admin.post(`users/${office.userId(leaving)}`, { is_active: false })
    await admin.post(`users/${office.userId(leaving)}`, { is_active: true })
    expect(closed.http).toBe(200)
    expect([leaving, null]).not.toContain(await offeredTo(own))
    expect(await offeredTo(late)).toBe(silent)
    await repair(office.server.clock.now)
    expect([silent, leaving, null]).not.toContain(await offeredTo(late))
  })

  it('is ended when somebody sends the lead: it is on its way to the next agent then', async () => {
    const id = await arrive()
    const silent = await asked(id)
    const { moved, skipped } = await at().writing(async ctx => {
      const to = await requireReceiver(ctx, office.agentId(silent), 'agent')
      return sendLeads({ ...ctx, now: later(16) }, [id], to)
    })
    const next = await asked(id)
    expect(next).not.toBe(silent)
    expect(moved).toEqual([])
    expect(skipped).toEqual([{ reason: `already on its way to ${office.nameOf(next)}`, count: 1 }])
  })

  it('is nobody’s chance to be asked twice: a lead that is being offered is not passed on again', async () => {
    const id = await arrive()
    const account = await asked(id)
    await at().writing(ctx => passOn(ctx, id))
    expect(await asked(id)).toBe(account)
    expect((await distribution(id)).offers).toHaveLength(1)
  })

  it('is passed on once, by however many at once', async () => {
    const id = await arrive()
    await office.rows(`UPDATE distribution_offers SET outcome = 'withdrawn', answered_at = now() WHERE lead_id = $1`, [
      id,
    ])
    await office.rows(`UPDATE lead_transfers SET state = 'cancelled', decided_at = now() WHERE lead_id = $1`, [id])
    await Promise.all(Array.from({ length: 8 }, () => at().writing(ctx => passOn(ctx, id))))
    const { offers } = await distribution(id)
    expect(offers.filter(({ outcome }: { outcome: string | null }) => outcome === null)).toHaveLength(1)
    expect(offers).toHaveLength(2)
  })
})

describe('a lead that was taken out on its way to an agent', () => {
  const writing = (work: (ctx: WriteContext) => Promise<unknown>) => at().writing(work)
  const away = {
    'flagged as bogus': [
      (id: number) => admin.post(`prospect/${id}/bogus`),
      (id: number) => admin.post(`prospect/${id}/bogus/undo`),
    ],
    deleted: [
      (id: number) => writing(ctx => removeLeads(ctx, [id])),
      (id: number) => writing(ctx => restoreLeads(ctx, [id])),
    ],
  } as const
  it.each(Object.entries(away))('%s, goes on from the start when that is taken back', async (_, [takeOut, putBack]) => {
    const id = await arrive()
    await asked(id)
    await takeOut(id)
    expect(await office.rows('SELECT state FROM lead_distributions WHERE lead_id = $1', [id])).toEqual([
      { state: 'resting' },
    ])
    await putBack(id)
    expect(await distribution(id)).toMatchObject({
      state: 'offered',
      offers: [{ outcome: 'withdrawn' }, { round: 2, outcome: null }],
    })
  })

  it('stays with its agent, or at rest, when it was not on its way', async () => {
    const own = await office.lead('agent')
    const resting = await arrive()
    await admin.post(`lead/${resting}/distribution/withdraw`)
    for (const id of [own, resting]) {
      await admin.post(`prospect/${id}/bogus`)
      await admin.post(`prospect/${id}/bogus/undo`)
      expect(await offeredTo(id)).toBeNull()
    }
  })
})

describe('what agents read of the decisions', () => {
  const own = async (who: Account) => (await office[who].get('distribution/mine', { perPage: 100 })).data

  it('stays when the lead is erased', async () => {
    const id = await arrive()
    const account = await asked(id)
    const [entry] = await office.rows(
      `SELECT left(hash, 16) AS id FROM distribution_ledger WHERE lead_id = $1 AND kind = 'decided'`,
      [id],
    )
    const before = await own(account)
    expect(before.data).toContainEqual(expect.objectContaining({ id: entry?.id, roles_string: 'Buyer' }))
    await office.rows('DELETE FROM leads WHERE id = $1', [id])
    const after = await own(account)
    expect(after.total).toBe(before.total)
    expect(after.data).toContainEqual(
      expect.objectContaining({ id: entry?.id, roles_string: '', areas: [], lead_id: null }),
    )
  })

  it('begins with the first decision that looked at them', async () => {
    await arrive()
    const newcomer = await addAgent(office.server.database, 'Noor')
    const of = () => at().writing(ctx => ownDecisions(ctx, newcomer.agent_id, { perPage: 100 }))
    expect(await of()).toMatchObject({ total: 0, data: [] })
    await arrive()
    expect(await of()).toMatchObject({ total: 1, data: [{ outcome: 'skipped' }] })
  })
})
