import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoTwilio, serveDemoTwilio } from './fake.ts'

describe('what stands in for Twilio', () => {
  let twilio: DemoTwilio
  beforeAll(async () => {
    twilio = await serveDemoTwilio({ fateOf: () => [] })
  })
  afterAll(() => twilio.close())

  /** Hands a text over as its form says it; answers the code of a refusal, `null` for one that was taken. */
  async function refusalOf(fields: [string, string][], { sid = '', token = '' } = {}): Promise<number | null> {
    const { accountSid, authToken, textsFrom, apiUrl } = twilio.account
    const body = new URLSearchParams([['To', '+14165550123'], ['From', textsFrom], ['Body', 'Hello'], ...fields])
    // The last one of a name counts.
    for (const name of ['To', 'From', 'Body']) body.set(name, body.getAll(name).at(-1) ?? '')
    const authorization = `Basic ${Buffer.from(`${accountSid}:${token || authToken}`).toString('base64')}`
    const address = `${apiUrl}/2010-04-01/Accounts/${sid || accountSid}/Messages.json`
    const answer = await fetch(address, { method: 'POST', headers: { authorization }, body })
    return answer.ok ? null : ((await answer.json()) as { code: number }).code
  }
  const pictures = (count: number) =>
    Array.from({ length: count }, (): [string, string] => ['MediaUrl', 'https://crm.test/picture'])

  it('takes a text, and refuses what Twilio refuses, by its codes', async () => {
    expect(await refusalOf([])).toBeNull()
    expect(await refusalOf([], { token: 'another' })).toBe(20003)
    expect(await refusalOf([], { sid: 'AC-of-somebody-else' })).toBe(20404)
    expect(await refusalOf([['To', '416 555 0123']])).toBe(21211)
    expect(await refusalOf([['From', '+14165550999']])).toBe(21606)
    expect(await refusalOf([['Body', '']])).toBe(21602)
    expect(await refusalOf([['Body', 'x'.repeat(1601)]])).toBe(21617)
    expect(await refusalOf(pictures(10))).toBeNull()
    expect(await refusalOf(pictures(11))).toBe(21623)
    expect(twilio.taken).toHaveLength(2)
  })
})
