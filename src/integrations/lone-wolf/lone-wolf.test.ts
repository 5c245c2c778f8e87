import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLoneWolf, LoneWolfError } from './client.ts'
import { type FakeLoneWolf, type Fate, serveFakeLoneWolf } from './fake.ts'
import { openFakeBooks } from './fakeBooks.ts'
import { contentMd5, hashed, momentOf, signatureOf, signedDate } from './signature.ts'
import type { NewTrade } from './trade.ts'

const members = new Map([['ada@people.test', 'member ada@people.test']])
const trade = (reference: string): NewTrade => ({
  reference,
  type: 3,
  is_listing: false,
  mls_number: 'E9512345',
  price: 136_500_000,
  offer_date: '2026-11-02',
  close_date: '2026-12-18',
  address: {
    street_number: '44',
    street_name: 'Bertmount Ave',
    street_direction: '',
    unit: '',
    city: 'Toronto',
    province: 'ON',
    postal_code: 'M4M 2X8',
  },
  parts: [{ email: 'Ada@people.test', name: 'Ada', amount: 3_412_500 }],
})

describe('the back office', () => {
  let service: FakeLoneWolf
  let fault: number | null = null
  let fate: Fate = 'answered'
  const now = () => new Date()
  beforeAll(async () => {
    const books = openFakeBooks({ now, members: () => ['ada@people.test'] })
    service = await serveFakeLoneWolf({ books, fault: () => fault, fate: () => fate })
  })
  afterAll(() => service.close())
  const signed = () => ({ at: now() })

  it('opens the account to whoever signs with its key, and to nobody else', async () => {
    expect(await connectLoneWolf(service).account()).toEqual({ is_valid: true })
    expect(await connectLoneWolf({ ...service, secret: 'other' }).account()).toMatchObject({ is_valid: false })
    expect(await connectLoneWolf({ ...service, clientCode: 'X' }).account()).toMatchObject({ is_valid: false })
  })

  it('finds a trade by the reference that we wrote into it', async () => {
    const client = connectLoneWolf(service)
    expect(await client.members()).toEqual(members)
    const sent = await client.open(trade("O'Connor & 7"), members, signed())
    expect(sent).toMatchObject({ outcome: 'confirmed', trade: { status_code: 'N', facts: { price: 136_500_000 } } })
    const [found] = await client.tradesByReference("O'Connor & 7")
    expect(found?.facts).toMatchObject({ close_date: '2026-12-18', address: { postal_code: 'M4M2X8' } })
    expect(await client.tradesByReference('another')).toEqual([])
    expect(await client.tradeByNumber(found?.number ?? '')).toEqual(found)
    expect(await client.changedSince(new Date(Date.now() - 60_000), 10)).toEqual([found])
  })

  it('changes a trade that is as we know it, and no other', async () => {
    const client = connectLoneWolf(service)
    const [known] = await client.tradesByReference("O'Connor & 7")
    if (!known) throw new Error('It is gone.')
    const facts = { ...trade('').address, ...known.facts, close_date: '2027-01-08' }
    expect(await client.change(known.id, facts, known.row_version, signed())).toMatchObject({ outcome: 'confirmed' })
    expect(await client.change(known.id, facts, known.row_version, signed())).toEqual({ outcome: 'differs' })
    expect(await client.change('T99==', facts, '1', signed())).toMatchObject({ outcome: 'refused', isAccount: false })
  })

  it('says why it takes something not', async () => {
    const sent = await connectLoneWolf(service).open({ ...trade('x'), close_date: null }, members, signed())
    expect(sent).toEqual({ outcome: 'refused', problem: 'The CloseDate is required.', isAccount: false })
  })

  it('takes nothing that was signed long ago', async () => {
    const at = new Date(Date.now() - 6 * 60_000)
    const sent = await connectLoneWolf(service).open(trade('old'), members, { at })
    expect(sent).toMatchObject({ outcome: 'refused', isAccount: true })
    expect(await connectLoneWolf(service).tradesByReference('old')).toEqual([])
  })

  it.each(['held', 'silent', 'lost', 'broken'] as const)(
    'leaves open what became of a request that is %s',
    async is => {
      fate = is
      const client = connectLoneWolf(service)
      expect(await connectLoneWolf(service, { timeoutMs: 200 }).open(trade(is), members, signed())).toEqual({
        outcome: 'unknown',
      })
      fate = 'answered'
      const isThere = async () => (await client.tradesByReference(is)).length === 1
      expect(await isThere()).toBe(is === 'silent' || is === 'broken')
      await service.release()
      expect(await isThere()).toBe(is !== 'lost')
    },
  )

  it('says nothing of the account while it fails or cannot be reached', async () => {
    fault = 503
    await expect(connectLoneWolf(service).account()).rejects.toThrow(LoneWolfError)
    fault = null
    await expect(connectLoneWolf({ ...service, url: 'http://127.0.0.1:1' }).account()).rejects.toThrow(LoneWolfError)
  })

  it('signs method, address, time and the MD5 of the body as WolfConnect shows it', () => {
    expect(contentMd5('')).toBe('1B2M2Y8AsgTpgAmY7PhCfg==')
    expect(hashed('Lone Wolf Real Estate Technologies', 'LoneWolf')).toBe(
      'cc62f4a577cd76277a97018bf7b476fc911823fac1cdc4ea3f672e8d4b84bac2',
    )
    const date = signedDate(new Date('2014-01-01T20:45:33.554Z'))
    expect(date).toBe('2014-01-01-20-45-33-554Z')
    expect(momentOf(date)).toBe(Date.parse('2014-01-01T20:45:33.554Z'))
    const request = { method: 'GET', uri: '/a?b=1', date, body: '' }
    expect(signatureOf(request, 's')).not.toBe(signatureOf({ ...request, uri: '/a?b=2' }, 's'))
  })
})
