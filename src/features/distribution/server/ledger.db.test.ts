import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, accounts, type OfferOffice, openOfferOffice } from '../../../testing/distribution/offers.ts'
import type { TestOffice } from '../../../testing/office.ts'
import type { TestClient } from '../../../testing/server.ts'

let office: TestOffice
let admin: TestClient
let reset: OfferOffice['reset']
let arrive: OfferOffice['arrive']
let distribution: OfferOffice['distribution']
let offeredTo: OfferOffice['offeredTo']
let rejectAll: OfferOffice['rejectAll']

beforeAll(async () => {
  ;({ office, reset, arrive, distribution, offeredTo, rejectAll } = await openOfferOffice())
  admin = office.admin
}, 60_000)
afterAll(() => office.server.close())
beforeEach(() => reset())

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
