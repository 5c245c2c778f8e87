import type { Config } from '../../../../platform/server/config.ts'
import { type EmailEntry, emailAccents, renderEmail } from '../../../../platform/server/mail/email.ts'
import { homeFacts, photoPath } from '../../../listings/rules.ts'
import { MAX_BYTES, MAX_PICTURED } from '../../rules/size.ts'
import type { AlertLead, SentListing, SentListings } from '../queries/sends.ts'
import type { AlertLinks } from './links.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'postalAddress'>

/** What the e-mail of an alert says. */
export interface AlertEmail {
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

interface EmailParts {
  name: string
  lead: AlertLead
  listings: SentListings
  links: AlertLinks
}

const dollars = new Intl.NumberFormat('en-CA')
const price = (listing: Pick<SentListing, 'offer'>, amount: number) =>
  `$${dollars.format(amount)}${listing.offer === 'lease' ? ' a month' : ''}`

/** The e-mail of an alert: the homes, whom to ask, and the ways out; of homes with long stories fewer. */
export function alertEmail(site: Site, parts: EmailParts): AlertEmail {
  const message = alertEmailOf(site, parts)
  const { shown, total } = parts.listings
  if (Buffer.byteLength(message.html) <= MAX_BYTES || shown.length <= 1) return message
  const fewer = shown.slice(0, Math.floor(shown.length * 0.8))
  return alertEmail(site, { ...parts, listings: { shown: fewer, total } })
}

function alertEmailOf(site: Site, { name, lead, listings, links }: EmailParts): AlertEmail {
  const { shown, total } = listings
  const more = total - shown.length
  const [first] = shown
  const heading = total === 1 && first ? headlineOf(first) : `${total} homes for “${name}”`
  const agent = lead.agent
  const ask = agent
    ? `Questions, or want to see a home? ${agent.name} is at ${[agent.phone, agent.email].filter(Boolean).join(' and ')}. You can also reply to this e-mail.`
    : ''
  const message = renderEmail({
    heading,
    sender: site.siteName,
    paragraphs: [
      `Hello ${lead.first_name || 'there'},`,
      `New homes for your search “${name}”.${more > 0 ? ` The newest ${shown.length} are below; ${more} more match.` : ''}`,
    ],
    entries: shown.map((listing, index) => entryOf(listing, links, index < MAX_PICTURED)),
    action: null,
    footer: [
      ask,
      `You are receiving this because you subscribed to home alerts from ${site.siteName}.`,
      [site.siteName, site.postalAddress].filter(Boolean).join(', '),
    ]
      .filter(Boolean)
      .join(' '),
    footerLinks: [
      { label: 'Change how often', url: links.preferences },
      { label: 'Unsubscribe', url: links.preferences },
    ],
    accent: emailAccents[site.brand],
  })
  return { subject: heading, ...message, headers: headersOf(lead, links) }
}

function headersOf({ agent }: AlertLead, { unsubscribe }: AlertLinks): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(agent ? { 'Reply-To': agent.email } : {}),
    ...(unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  }
}

const headlineOf = (listing: SentListing) =>
  `${newsOf(listing) || 'New'}: ${listing.address}, ${price(listing, listing.price)}`

function newsOf({ price: now, price_before }: SentListing): string {
  if (price_before === null || price_before === now) return ''
  return now < price_before ? 'Price lowered' : 'Price raised'
}

function entryOf(listing: SentListing, links: AlertLinks, isPictured: boolean): EmailEntry {
  const { price_before, description, photo_base_url } = listing
  const news = newsOf(listing)
  return {
    title: `${listing.address}, ${listing.neighbourhood || listing.city}`,
    url: links.home(listing.id),
    figure: price(listing, listing.price),
    news: news && price_before !== null ? `${news} from ${price(listing, price_before)}` : 'New on the market',
    facts: [
      `${listing.property_type} · ${homeFacts(listing)}`,
      isPictured ? shortened(description) : '',
      `${listing.mls_number} · Listed by ${listing.brokerage}`,
    ].filter(Boolean),
    links: [
      { label: 'See this home', url: links.home(listing.id) },
      { label: 'Save to favourites', url: links.home(listing.id, 'favourite') },
    ],
    ...(photo_base_url && isPictured
      ? {
          picture: {
            url: links.photo(photoPath(photo_base_url, 1, 640)),
            alt: `Photo of ${listing.address}: ${listing.property_type}, ${homeFacts(listing)}`,
          },
        }
      : {}),
  }
}

const shortened = (text: string) => (text.length > 180 ? `${text.slice(0, 179).trimEnd()}…` : text)
