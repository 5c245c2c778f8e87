import { alertEmail } from '../../src/features/alerts/server/commands/email.ts'
import { alertLinks } from '../../src/features/alerts/server/commands/links.ts'
import type { AlertLead, SentListing } from '../../src/features/alerts/server/queries/sends.ts'
import type { BusinessOverview } from '../../src/features/business/contract.ts'
import { businessAsEmail } from '../../src/features/business/server/commands/email.ts'
import { digestEmail, notificationEmail } from '../../src/features/notifications/server/jobs/emails.ts'
import { invitationEmail } from '../../src/features/people/server/jobs/invitationEmail.ts'
import type { Report } from '../../src/features/reports/contract.ts'
import { scheduledReportEmail } from '../../src/features/reports/server/jobs/email.ts'
import type { Showing } from '../../src/features/showings/contract.ts'
import { type EmailKind, showingEmail } from '../../src/features/showings/server/commands/email.ts'
import type { ShowingClient } from '../../src/features/showings/server/queries/emails.ts'
import type { PlaceholderValues } from '../../src/features/templates/rules/placeholders.ts'
import {
  type EmailFooter,
  renderEmail,
  writtenEmail,
  writtenValues,
} from '../../src/features/templates/server/commands/render.ts'
import { composeEmail, type EmailContent } from '../../src/platform/server/mail/compose.ts'
import { emailBrand } from '../../src/product/brand/emailBrand.ts'

/** An e-mail as it would go out. */
export interface Sample {
  name: string
  content: EmailContent
  /** Longer than a line, and without a place to break them. */
  hasLongText?: true
}

const base = 'https://crm.keyturn.test'
const secrets = { secret: 'a secret of thirty-two characters', oldSecrets: [], linkDays: 365 }
const address = { postalAddress: '100 Demo Street, Toronto, ON M5V 1A1' }
const agent = { name: 'Noor Haddad', email: 'noor@keyturn.test', phone: '416-555-0134' }
const story =
  'Sun-filled corner suite with a wrap-around terrace, a kitchen that was made new last spring, and a view over the park. Steps from the streetcar, the market and two schools.'

const home = (id: number, rest: Partial<SentListing>): SentListing => ({
  id,
  mls_number: `C${6_100_000 + id}`,
  status: 'active',
  offer: 'sale',
  property_type: 'Condo Apartment',
  price: 749_000,
  price_before: null,
  address: `${id}08 - 12 Fleet Street`,
  city: 'Toronto',
  neighbourhood: 'Fort York',
  postal_code: 'M5V',
  building_id: null,
  beds: 2,
  beds_plus: 1,
  baths: 2,
  sqft: 850,
  description: story,
  photo_base_url: `/photos/C${id}`,
  photo_count: 3,
  brokerage: 'Keyturn Realty',
  lat: null,
  lng: null,
  listed_at: '2026-11-01T09:00:00.000Z',
  modified_at: '2026-11-01T09:00:00.000Z',
  ...rest,
})

const homes = [
  home(1, {}),
  home(2, { price: 689_900, price_before: 715_000, address: '88 Portland Street', neighbourhood: 'King West' }),
  home(3, { photo_base_url: null, offer: 'lease', price: 3_150, property_type: 'Detached House', description: '' }),
]
/** What people write where a name or a street belongs: long, and without a place to break it. */
const unbroken = 'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(4)

function alert(
  brand: 'property' | 'condos',
  shown: SentListing[],
  lead: { first_name: string; name: string },
): EmailContent {
  const parts = {
    name: lead.name,
    lead: { id: 7, first_name: lead.first_name, agent } as AlertLead,
    listings: { shown, total: shown.length },
    links: alertLinks(secrets, { base, leadId: 7, now: new Date('2026-11-02T15:00:00Z') }),
    base,
  }
  return alertEmail({ siteName: 'Keyturn Realty', brand, ...address }, parts).content
}

function showing(kind: EmailKind): EmailContent {
  return showingEmail(
    { siteName: 'Mr. Loft', brand: 'mrloft', ...address },
    {
      kind,
      showing: {
        status: kind === 'invitation' ? 'requested' : 'confirmed',
        address_formatted: '307 - 88 Portland Street, Toronto',
        starts_at: '2026-11-28T19:00:00.000Z',
        ends_at: '2026-11-28T19:30:00.000Z',
        zone: 'America/Toronto',
        listing_description: story,
        listed_for: 689_900,
        mls_number: 'C6100002',
        photo_base_url: kind === 'cancellation' ? '' : '/photos/C2',
        lat: null,
        lng: null,
      } as Showing,
      client: { first_name: 'Ines', agent } as ShowingClient,
      lastNotified: null,
      url: `${base}/visits/4d1c.${'x'.repeat(60)}`,
      base,
    },
  ).content
}

const site = {
  siteName: 'Keyturn',
  brand: 'property',
  identityName: 'Google',
  publicUrl: base,
  mode: 'production',
} as const

const missedCall = { title: 'Missed call from Ines Roy', body: 'She left a voicemail.', path: '/leads/__7' }

function digestOf(entries: Parameters<typeof digestEmail>[1]['entries']): EmailContent {
  const content = digestEmail(
    { ...site, port: 3000 },
    { first_name: 'Noor', zone: 'America/Toronto', entries, more: 2 },
  )
  if (!content) throw new Error('The digest needs the address of the product.')
  return content
}

function reportOf(name: string): EmailContent {
  const columns = [
    { key: 'calls', label: 'Calls', unit: 'count', is_figure: true },
    { key: 'commission', label: 'Kept by agents', unit: 'money', is_figure: true },
  ]
  const report = {
    name: 'leaderboard',
    from: '2026-10-01',
    to: '2026-10-31',
    scope: 'everyone',
    columns,
    rows: [],
    totals: [1240, 184_300],
    totals_before: [1310, null],
  } as unknown as Report
  const content = scheduledReportEmail(
    { ...site, port: 3000 },
    { saved: { id: 7, name, team: null }, report, schedule: { every: 'week', day: 1, hour: 8 } },
  )
  if (!content) throw new Error('The report needs the address of the product.')
  return content
}

function businessPage(): EmailContent {
  const responses = {
    name: 'response-times',
    from: '2026-11-09',
    to: '2026-11-15',
    columns: [
      { key: 'new_leads', label: 'New leads', unit: 'count', better: 'more' },
      { key: 'response_median', label: 'First response, median', unit: 'seconds', better: 'less' },
      { key: 'unanswered', label: 'Never', unit: 'count', better: 'less' },
      { key: 'fast_share', label: 'Within 5 min', unit: 'share', better: 'more' },
    ],
    rows: [],
    totals: [86, 240, 4, 0.61],
    totals_before: [79, 380, 9, 0.52],
  } as unknown as Report
  const nothing = { columns: [], rows: [], totals: [], totals_before: [] }
  const overview: BusinessOverview = {
    today: '2026-11-16',
    as_of: '2026-11-16T13:00:00Z',
    months: Array.from({ length: 12 }, (_, place) => ({
      month: `2026-${String(place + 1).padStart(2, '0')}-01`,
      closed: 0,
      before: 0,
      expected: place === 11 ? 410_000 : 0,
    })),
    closed: 6_120_000,
    closed_before: 5_480_000,
    goal: { amount: 7_000_000, set_by: null, set_at: '2026-01-05T15:00:00Z' },
    pipeline: { deals: 31, gross: 780_000, volume: 34_200_000, undated: 3 },
    lead_to_deal: { share: 0.034, before: 0.029, months: [] },
  }
  const content = businessAsEmail(
    { ...site, port: 3000 },
    {
      overview,
      responses,
      sources: { name: 'sources', ...nothing } as unknown as Report,
      funnel: { name: 'funnel', ...nothing } as unknown as Report,
      team: null,
      schedule: 'Every Monday at 8:00 AM',
    },
  )
  if (!content) throw new Error('The page needs the address of the product.')
  return content
}

const values: PlaceholderValues = {
  lead_first_name: 'Ines',
  lead_last_name: 'Roy',
  lead_full_name: 'Ines Roy',
  lead_phone: '(416) 555-0117',
  lead_email: 'ines@people.test',
  lead_area: 'King West',
  site_name: 'Keyturn',
  time_of_day: 'Morning',
  agent_first_name: 'Noor',
  agent_last_name: 'Haddad',
  agent_full_name: agent.name,
  agent_phone: agent.phone,
  agent_email: agent.email,
}

/** What an agent wrote with everything that the editor has. */
function written(given: Partial<PlaceholderValues> = {}, footer?: EmailFooter): EmailContent {
  const source = renderEmail({
    subject: '{{lead_first_name}}, homes in {{lead_area}}',
    content: `<p>Good {{time_of_day}} {{lead_first_name}},</p><p></p><p>I found <strong>two</strong> near <a href="${base}/homes">your office</a>:</p><ul><li><p>88 Portland Street</p></li><li><p>12 Fleet Street</p></li></ul><img src="/pictures/${'0'.repeat(32)}.jpg" alt="The view" width="560"><div class="button"><a href="${base}/book">Book a showing</a></div><p>{{agent_full_name}}<br>{{agent_phone}}</p>`,
  })
  const all = writtenValues(source, { ...values, ...given }, footer)
  return composeEmail(writtenEmail(source, base), all, emailBrand(site, ''))
}

/** Each kind of e-mail, as people get it and as the odd one would; the first part of a name is that of its template. */
export const samples: readonly Sample[] = [
  { name: 'newHomes', content: alert('property', homes, { first_name: 'Ines', name: 'King West condos' }) },
  { name: 'newHomes of one home', content: alert('condos', homes.slice(1, 2), { first_name: '', name: 'Lofts' }) },
  {
    name: 'newHomes with long words',
    hasLongText: true,
    content: alert('condos', [home(9, { address: unbroken, description: unbroken })], {
      first_name: unbroken,
      name: unbroken,
    }),
  },
  { name: 'showing', content: showing('invitation') },
  { name: 'showing that changed', content: showing('change') },
  { name: 'showing that is cancelled', content: showing('cancellation') },
  { name: 'message', content: written() },
  {
    name: 'message to many',
    content: written(
      { lead_first_name: '' },
      {
        reason: 'You asked about homes on Keyturn on Oct 30.',
        postal_address: address.postalAddress,
        unsubscribe_url: `${base}/unsubscribe/1`,
      },
    ),
  },
  { name: 'message with long words', hasLongText: true, content: written({ lead_first_name: unbroken }) },
  {
    name: 'invitation',
    content: invitationEmail({ ...site, port: 3000 }, { first_name: 'Zoë', email: 'zoe.tremblay@keyturn.test' }),
  },
  { name: 'notification', content: notificationEmail({ ...site, port: 3000 }, missedCall) },
  { name: 'report', content: reportOf('Our month') },
  { name: 'business', content: businessPage() },
  { name: 'report with a long name', hasLongText: true, content: reportOf(unbroken.slice(0, 80)) },
  { name: 'digest', content: digestOf([{ ...missedCall, created_at: '2026-11-20T19:20:00Z' }]) },
]
