import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestOffice, type TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'
import { createDeal } from '../../deals/server/commands/deals.ts'
import type { DealTrust, TrustEntry, TrustMonth, TrustMonthDetail } from '../contract.ts'

let office: TestOffice
let deals: TestClient
let admin: TestClient
let person: TestPerson
let id: number
beforeAll(async () => {
  office = await openTestOffice()
  ;[deals, admin] = (await Promise.all(['deals', 'admin'].map(name => office.server.signIn(name)))) as [
    TestClient,
    TestClient,
  ]
  person = agentAtWork(office.server.database, { agent_id: office.agentId('agent'), user_id: office.userId('agent') })
}, 60_000)
afterAll(() => office.server.close())
beforeEach(async () => {
  id = await newDeal()
})

const newDeal = async (): Promise<number> =>
  (
    await person.writing(ctx =>
      createDeal(ctx, {
        type: 3,
        status: 4,
        agent_id: office.agentId('agent'),
        street_number: '44',
        street_name: 'Bertmount Ave',
        price: 100_000_000,
        deposit: 5_000_000,
        clients: [],
        splits: [{ party: 'agent', agent_id: office.agentId('agent'), rate: 1_000_000 }],
      }),
    )
  ).id

const entry = (fields: object = {}) => ({
  amount: 50_000,
  happened_on: '2026-03-02',
  party: 'Amara Okafor',
  method: 'wire',
  reference: '4711',
  ...fields,
})
const receive = (fields: object = {}, client = deals) => client.postJson(`deals/${id}/trust/deposits`, entry(fields))
const pay = (fields: object = {}) =>
  deals.postJson(`deals/${id}/trust/payments`, entry({ amount: 20_000, purpose: 'commission', ...fields }))
const reverse = (entry_id: number, happened_on = '2026-03-04') =>
  deals.postJson(`deals/${id}/trust/reversals`, { entry_id, happened_on, reason: 'The cheque bounced' })
const trust = async (client = deals): Promise<DealTrust> => (await client.get(`deals/${id}/trust`)).data
const month = async (day: string): Promise<TrustMonthDetail> => (await deals.get(`trust/months/${day}`)).data

describe('the trust ledger of a deal', () => {
  it('has what came in and went out, with a receipt for what came in', async () => {
    await receive()
    await pay({ happened_on: '2026-03-02' })
    const { held, agreed, entries } = await trust()
    expect([held, agreed]).toEqual([30_000, 50_000])
    expect(entries.map(({ kind, amount, party }) => [kind, amount, party])).toEqual([
      ['deposit', 50_000, 'Amara Okafor'],
      ['payment', -20_000, 'Amara Okafor'],
    ])
    expect(entries[1]?.receipt).toBeNull()
    const file = await deals.raw(`deals/${id}/trust/receipt?entry_id=${entries[0]?.id}`)
    expect(file.headers.get('content-disposition')).toContain(`Receipt ${entries[0]?.receipt}`)
    expect((await PDFDocument.load(await file.arrayBuffer())).getTitle()).toContain('Amara Okafor')
  })

  it('never pays out more than the deal held on that day, whoever presses at once', async () => {
    await receive()
    expect(await pay({ amount: 50_000.01 })).toMatchObject({ http: 409 })
    expect(await pay({ happened_on: '2026-03-01' })).toMatchObject({ http: 409 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay({ amount: 30_000 })))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect((await trust()).held).toBe(20_000)
  })

  it('is never changed: an entry is taken back once, by one that points to it', async () => {
    const [first] = ((await receive()).data as DealTrust).entries as [TrustEntry]
    const answers = await Promise.all([reverse(first.id), reverse(first.id)])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    const { held, entries } = await trust()
    expect(held).toBe(0)
    expect(entries[0]).toMatchObject({ is_reversed: true, receipt: first.receipt })
    expect(entries[1]).toMatchObject({ kind: 'reversal', corrects: first.id, reason: 'The cheque bounced' })
    expect((await reverse(entries[1]?.id ?? 0)).http).toBe(409)
    await expect(office.rows('UPDATE trust_entries SET amount = 1')).rejects.toThrow()
    await expect(office.rows('DELETE FROM trust_entries')).rejects.toThrow()
    await expect(office.rows('TRUNCATE trust_entries CASCADE')).rejects.toThrow()
  })

  it('keeps a deposit that was paid on from being taken back', async () => {
    const [first] = ((await receive()).data as DealTrust).entries as [TrustEntry]
    await pay({ happened_on: '2026-03-03' })
    expect((await reverse(first.id)).message).toContain('more than it held')
  })

  it('numbers receipts without gaps, however many come in at once', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(amount => receive({ amount })))
    const rows = await office.rows('SELECT receipt FROM trust_entries WHERE receipt IS NOT NULL ORDER BY receipt')
    expect(rows.map(({ receipt }) => receipt)).toEqual(rows.map((_, at) => at + 1))
  })

  it.each([
    ['an amount of a third of a cent', { amount: 0.003 }],
    ['a day to come', { happened_on: '2199-01-01' }],
    ['nobody', { party: '  ' }],
    ['a way that there is none', { method: 'gold' }],
  ])('refuses %s and keeps nothing', async (_what, fields) => {
    expect((await receive(fields)).http).toBe(422)
    expect((await trust()).entries).toEqual([])
  })

  it('is written by those who keep the account alone, and read by the agents on the deal', async () => {
    await receive()
    expect((await trust(office.agent)).may_write).toBe(false)
    expect((await receive({}, office.agent)).http).toBe(403)
    expect((await office.agent2.get(`deals/${id}/trust`)).http).toBe(404)
    expect((await office.agent.get('trust/months')).http).toBe(403)
  })
})

describe('a month of the trust account', () => {
  it('agrees with the bank to the cent, is closed by a second person, and nothing is written into it then', async () => {
    const [first] = ((await receive({ happened_on: '2025-01-31' })).data as DealTrust).entries as [TrustEntry]
    await pay({ happened_on: '2025-02-03' })
    const at = '2025-01-01'
    expect(await month(at)).toMatchObject({ state: 'open', opening: 0, closing: 50_000, waits_for: null })
    const balance = (fields: object, client = deals, day = at) => client.postJson(`trust/months/${day}/balance`, fields)
    const wrong = await balance({ bank_balance: 0, outstanding: [] })
    expect(wrong.http).toBe(422)
    // The wire of the last day is on the next statement only.
    const balanced = await balance({ bank_balance: 0, outstanding: [first.id, first.id] })
    expect(balanced.data).toMatchObject({ state: 'balanced', is_own: true, balanced: { by: office.nameOf('deals') } })
    expect((await balance({ bank_balance: 30_000, outstanding: [] }, deals, '2025-02-01')).http).toBe(409)
    expect((await deals.postJson(`trust/months/${at}/close`, {})).message).toContain('Two people')

    const answers = await Promise.all([1, 2].map(() => admin.postJson(`trust/months/${at}/close`, {})))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    expect((await receive({ happened_on: '2025-01-31' })).http).toBe(422)
    await expect(
      office.rows(
        `INSERT INTO trust_entries (deal_id, kind, amount, happened_on, party, method, receipt, created_at)
         VALUES ($1, 'deposit', 1, '2025-01-02', 'Nobody', 'wire', 999999, now())`,
        [id],
      ),
    ).rejects.toThrow('closed')
    expect((await trust()).open_from).toBe('2025-02-01')

    const carried = (await deals.get('trust/months/2025-02-01/entries')).data.data as {
      id: number
      is_carried: boolean
    }[]
    expect(carried.map(one => one.is_carried)).toEqual([true, false])
    const csv = await (await deals.raw('trust/months/2025-01-01/file')).text()
    expect(csv).toContain('50000.00')
    expect(csv).toContain('not yet')
  })

  it('is balanced again when something was written into it, or when it is taken back', async () => {
    await receive({ happened_on: '2025-02-10' })
    const at = '2025-02-01'
    const { closing } = await month(at)
    const balance = async () =>
      admin.postJson(`trust/months/${at}/balance`, { bank_balance: (await month(at)).closing, outstanding: [] })
    await balance()
    await receive({ happened_on: '2025-02-11', amount: 5 })
    expect(await month(at)).toMatchObject({ is_outdated: true, closing: closing + 5 })
    expect((await deals.postJson(`trust/months/${at}/close`, {})).message).toContain('balanced again')
    expect((await balance()).data).toMatchObject({ state: 'balanced', is_outdated: false })
    // What came in and went out again leaves the balance, and is not what was looked at.
    await receive({ happened_on: '2025-02-12', amount: 7 })
    await pay({ happened_on: '2025-02-12', amount: 7, purpose: 'refund' })
    expect(await month(at)).toMatchObject({ is_outdated: true, closing: closing + 5 })
    expect((await balance()).data).toMatchObject({ state: 'balanced', is_outdated: false })
    expect((await deals.postJson(`trust/months/${at}/take-back`, {})).data).toMatchObject({ state: 'open' })
    expect((await deals.postJson(`trust/months/${at}/close`, {})).http).toBe(409)
  })

  it('is not balanced before it is over, nor made of entries of others', async () => {
    await receive({ happened_on: '2025-02-20' })
    const [latest] = (await deals.get('trust/months')).data.data as [TrustMonth]
    const early = await deals.postJson(`trust/months/${latest.month}/balance`, { bank_balance: 1, outstanding: [] })
    expect(early.message).toContain('not over yet')
    const foreign = await deals.postJson('trust/months/2025-02-01/balance', {
      bank_balance: 1,
      outstanding: [2_000_000],
    })
    expect(foreign.http).toBe(422)
    expect((await deals.get('trust/months/1999-01-01')).http).toBe(404)
    expect((await deals.get('trust/months/2099-01-01')).http).toBe(404)
  })
})
