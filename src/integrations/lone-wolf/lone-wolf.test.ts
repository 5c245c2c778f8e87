import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectLoneWolf, LoneWolfError, type Trade } from './client.ts'
import { type FakeLoneWolf, serveFakeLoneWolf } from './fake.ts'
import { contentMd5, signatureOf } from './signature.ts'

describe('the back office', () => {
  let service: FakeLoneWolf
  let fault: number | null = null
  const trades: Trade[] = [{ Number: '26-1184', StatusCode: 'A', RowVersion: 'r1', ExternalReference: "O'Connor-7" }]
  beforeAll(async () => {
    service = await serveFakeLoneWolf({ trades: () => trades, fault: () => fault })
  })
  afterAll(() => service.close())

  it('opens the account to whoever signs with its key, and to nobody else', async () => {
    expect(await connectLoneWolf(service).account()).toEqual({ is_valid: true })
    expect(await connectLoneWolf({ ...service, secret: 'other' }).account()).toMatchObject({ is_valid: false })
  })

  it('finds a trade by the reference that we wrote into it', async () => {
    const client = connectLoneWolf(service)
    expect(await client.tradeByReference("O'Connor-7")).toMatchObject({ Number: '26-1184', StatusCode: 'A' })
    expect(await client.tradeByReference('another')).toBeNull()
  })

  it('says nothing of the account while it fails or cannot be reached', async () => {
    fault = 503
    await expect(connectLoneWolf(service).account()).rejects.toThrow(LoneWolfError)
    fault = null
    await expect(connectLoneWolf({ ...service, url: 'http://127.0.0.1:1' }).account()).rejects.toThrow(LoneWolfError)
  })

  it('signs method, address, time and the MD5 of the body', () => {
    expect(contentMd5('')).toBe('1B2M2Y8AsgTpgAmY7PhCfg==')
    const request = { method: 'GET', uri: '/a?b=1', date: 'Sun, 22 Nov 2026 18:00:00 GMT', body: '' }
    expect(signatureOf(request, 's')).not.toBe(signatureOf({ ...request, uri: '/a?b=2' }, 's'))
    expect(signatureOf(request, 's')).toMatch(/^[\w+/]{43}=$/)
  })
})
