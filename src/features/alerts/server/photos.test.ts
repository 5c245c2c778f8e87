import { describe, expect, it } from 'vitest'
import { testConfig } from '../../../testing/config.ts'
import { MAX_BYTES, MAX_PICTURED, MAX_SHOWN } from '../rules/size.ts'
import { alertEmail, alertPreview } from './commands/email.ts'
import { alertLinks } from './commands/links.ts'
import type { AlertLead, SentListing } from './queries/sends.ts'

const config = testConfig({ KEYTURN_PUBLIC_URL: 'https://crm.keyturn.test' })
const lead = { id: 7, first_name: 'Ines', agent: null } as unknown as AlertLead
const home = (id: number, photo_base_url: string | null): SentListing => ({
  id,
  mls_number: `C${id}`,
  status: 'active',
  offer: 'sale',
  property_type: 'Condo Apartment',
  price: 700_000,
  address: `${id} - 12 "Fleet" St`,
  city: 'Toronto',
  neighbourhood: 'Fort York',
  postal_code: 'M5V',
  building_id: null,
  beds: 2,
  beds_plus: 0,
  baths: 1,
  sqft: 750,
  description: 'Sun-filled corner home. '.repeat(40),
  photo_base_url,
  photo_count: photo_base_url ? 3 : 0,
  brokerage: 'Keyturn Realty',
  lat: null,
  lng: null,
  listed_at: '2026-11-01T09:00:00.000Z',
  modified_at: '2026-11-01T09:00:00.000Z',
  price_before: null,
})
const base = 'https://crm.keyturn.test'
const parts = (shown: SentListing[]) => ({ name: 'King West', lead, listings: { shown, total: shown.length } })
const alertEmailOf = (shown: SentListing[]) =>
  alertEmail(config, { ...parts(shown), base, links: alertLinks(config, { base, leadId: 7, now: new Date() }) }).content

const many = (count: number) => Array.from({ length: count }, (_, index) => home(index + 1, `/photos/C${index + 1}`))

describe('photos in alert e-mails', () => {
  it('stand above their homes, with an address that works anywhere, a size, and words for those who do not see them', () => {
    const { html } = alertEmailOf([home(1, '/photos/C1')])
    expect(html).toMatch(/src="https:\/\/crm\.keyturn\.test\/photos\/C1\/1\?w=640" [^>]*width="542"/)
    expect(html).toContain('alt="Photo of 1 - 12 &quot;Fleet&quot; St: Condo Apartment, 2 bed · 1 bath · 750 sq ft"')
  })

  it('are left out where a home has none, and out of the plain text', () => {
    expect(alertEmailOf([home(1, null)]).html).not.toContain('/photos/')
    expect(alertEmailOf([home(1, '/photos/C1')]).text).not.toContain('/photos/')
  })

  it('show in the preview from the page itself', () => {
    expect(alertPreview(config, parts([home(1, '/photos/C1')])).html).toContain('src="/photos/C1/1?w=640"')
  })

  it('stand above the first homes of a long e-mail; the others take a few lines each', () => {
    const { html, text } = alertEmailOf(many(MAX_SHOWN))
    expect(html.match(/<img [^>]*\/photos\//g)).toHaveLength(MAX_PICTURED)
    expect(html.match(/Save to favourites/g)).toHaveLength(MAX_SHOWN)
    expect(text.match(/Sun-filled corner home/g)?.length).toBeLessThan(MAX_SHOWN * 8)
  })
})

describe('the longest e-mail', () => {
  it('is below what mail programs cut off, with its ways out', () => {
    expect(Buffer.byteLength(alertEmailOf(many(MAX_SHOWN)).html)).toBeLessThan(MAX_BYTES)
    const wordy = many(MAX_SHOWN).map(one => ({ ...one, address: `${one.id} & "${'Long'.repeat(400)}" <St>` }))
    const { html, text } = alertEmailOf(wordy)
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES)
    expect(html).toContain('>Unsubscribe</a>')
    const shown = html.match(/Save to favourites/g)?.length ?? 0
    expect(shown).toBeGreaterThan(10)
    expect(text).toContain(`The newest ${shown} are below; ${MAX_SHOWN - shown} more match.`)
  })
})
