import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeDns, serveFakeDns } from './fake.ts'
import { lookUpSender } from './lookup.ts'
import { senderRecords } from './records.ts'

const keyOf = (modulusLength: number): string => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`
}
const strong = keyOf(2048)

const good: Readonly<Record<string, readonly string[] | null>> = {
  'baystreet.test': ['google-site-verification=x', 'v=spf1 include:_spf.google.com ~all'],
  '_spf.google.com': ['v=spf1 ip4:192.0.2.0/24 ~all'],
  'google._domainkey.baystreet.test': [strong],
  '_dmarc.baystreet.test': ['v=DMARC1; p=quarantine; rua=mailto:d@baystreet.test'],
}
let zone: Record<string, readonly string[] | null> = {}
let dns: FakeDns

beforeEach(async () => {
  zone = { ...good }
  dns = await serveFakeDns(name => zone[name])
})
afterEach(() => dns.close())

const look = async (
  more: { address?: string; mailUrl?: string; dkimSelectors?: string[]; dnsServers?: string[] } = {},
) => {
  const { address = 'crm@baystreet.test', mailUrl = 'smtp://user:secret@smtp.gmail.com:587', ...rest } = more
  const asked = { mailFrom: { address }, mailUrl, dkimSelectors: [], dnsServers: [dns.address], ...rest }
  const [spf, dkim, dmarc] = senderRecords(await lookUpSender(asked))
  return { spf, dkim, dmarc }
}

describe('the records of a sender', () => {
  it('are verified where all three stand', async () => {
    expect(await look()).toMatchObject({
      spf: { state: 'ok', mend: null },
      dkim: { state: 'ok', name: 'google._domainkey.baystreet.test', said: expect.stringContaining('2048 bits') },
      dmarc: { state: 'ok', mend: null },
    })
  })

  it('say what to put where nothing stands', async () => {
    zone = {}
    const { spf, dkim, dmarc } = await look()
    expect(spf).toMatchObject({ state: 'missing', name: 'baystreet.test', put: 'v=spf1 include:_spf.google.com ~all' })
    expect(dkim).toMatchObject({ state: 'missing', mend: expect.stringContaining('MAIL_DKIM_SELECTORS') })
    expect(dmarc).toMatchObject({ state: 'missing', put: 'v=DMARC1; p=none; rua=mailto:dmarc@baystreet.test' })
    expect((await look({ mailUrl: 'smtp://mail.baystreet.test' })).spf?.put).toBe('v=spf1 a:mail.baystreet.test ~all')
  })

  it('are unknown where no name server answers, which is not the same as missing', async () => {
    zone = { 'baystreet.test': null, '_dmarc.baystreet.test': null, 'k._domainkey.baystreet.test': null }
    const states = Object.values(await look({ dkimSelectors: ['k'] })).map(record => record?.state)
    expect(states).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it.each([
    ['v=spf1 include:_spf.google.com +all', 'everybody', 'v=spf1 include:_spf.google.com ~all'],
    ['v=spf1 include:_spf.google.com ?all', 'does not say', 'v=spf1 include:_spf.google.com ~all'],
    ['v=spf1 include:_spf.google.com', 'does not say', 'v=spf1 include:_spf.google.com ~all'],
    ['v=spf1 mx -all', 'does not name _spf.google.com', 'v=spf1 include:_spf.google.com mx -all'],
  ])('warn of the SPF record %s', async (record, said, put) => {
    zone['baystreet.test'] = [record]
    expect((await look()).spf).toMatchObject({ state: 'warning', said: expect.stringContaining(said), put })
  })

  it('warn of two SPF records, and of one that asks for too many names', async () => {
    zone['baystreet.test'] = ['v=spf1 mx ~all', 'v=spf1 a ~all']
    expect((await look()).spf).toMatchObject({ state: 'warning', said: expect.stringContaining('There are 2') })
    zone['baystreet.test'] = ['v=spf1 include:a.test include:_spf.google.com ~all']
    zone['a.test'] = [`v=spf1 ${Array.from({ length: 9 }, (_, at) => `a:h${at}.test`).join(' ')} ~all`]
    expect((await look()).spf).toMatchObject({ state: 'warning', said: expect.stringContaining('more than 10') })
  })

  it('end when SPF records include each other', async () => {
    zone['baystreet.test'] = ['v=spf1 include:baystreet.test ~all']
    expect((await look()).spf?.state).toBe('warning')
  })

  it('look for the key where the configuration says, and judge it', async () => {
    zone['own._domainkey.baystreet.test'] = [keyOf(1024)]
    const own = { dkimSelectors: ['own'] }
    expect((await look(own)).dkim).toMatchObject({ state: 'warning', said: expect.stringContaining('1024 bits') })
    zone['own._domainkey.baystreet.test'] = ['v=DKIM1; p=']
    expect((await look(own)).dkim).toMatchObject({ state: 'missing', said: 'Its key was taken back.' })
    zone['own._domainkey.baystreet.test'] = ['v=DKIM1; p=bm90IGEga2V5']
    expect((await look(own)).dkim).toMatchObject({ state: 'missing', said: 'Its key cannot be read.' })
    delete zone['own._domainkey.baystreet.test']
    expect((await look(own)).dkim).toMatchObject({ state: 'missing', name: 'own._domainkey.baystreet.test' })
  })

  it('take the policy of the domain above, and its word on domains below', async () => {
    const below = { address: 'crm@mail.baystreet.test' }
    expect((await look(below)).dmarc).toMatchObject({ state: 'ok', name: '_dmarc.baystreet.test' })
    zone['_dmarc.baystreet.test'] = ['v=DMARC1; p=reject; sp=none']
    expect((await look(below)).dmarc?.state).toBe('warning')
    expect((await look()).dmarc?.state).toBe('ok')
  })

  it('warn of a policy that only watches, and of two', async () => {
    zone['_dmarc.baystreet.test'] = ['v=DMARC1; p=none; rua=mailto:d@baystreet.test']
    expect((await look()).dmarc).toMatchObject({
      state: 'warning',
      put: 'v=DMARC1; p=quarantine; rua=mailto:d@baystreet.test',
    })
    zone['_dmarc.baystreet.test'] = ['v=DMARC1; p=none', 'v=DMARC1; p=reject']
    expect((await look()).dmarc).toMatchObject({ state: 'warning', said: expect.stringContaining('There are 2') })
  })
})
