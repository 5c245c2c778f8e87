import type { Config } from '../../../../platform/server/config.ts'
import {
  composeEmail,
  type EmailBrand,
  type EmailContent,
  previewEmail,
} from '../../../../platform/server/mail/compose.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import { homeFacts, photoPath } from '../../../listings/rules.ts'
import { wayOutHeaders } from '../../../outbound/server/commands/links.ts'
import { MAX_BYTES, MAX_PICTURED } from '../../rules/size.ts'
import { type NewHomesEmail, newHomesEmail } from '../emails/newHomes.gen.ts'
import type { AlertLead, SentListing, SentListings } from '../queries/sends.ts'
import { type AlertLinks, previewLinks } from './links.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'postalAddress'>

interface EmailParts {
  name: string
  lead: AlertLead
  listings: SentListings
}

const dollars = new Intl.NumberFormat('en-CA')
const price = (listing: Pick<SentListing, 'offer'>, amount: number) =>
  `$${dollars.format(amount)}${listing.offer === 'lease' ? ' a month' : ''}`

/** The e-mail of an alert: the homes, whom to ask, and the ways out; of homes with long stories fewer. */
export function alertEmail(
  site: Site,
  { links, base, ...parts }: EmailParts & { links: AlertLinks; base: string },
): { content: EmailContent; headers: Readonly<Record<string, string>> } {
  const brand = emailBrand(site, base)
  const content = shortEnough(parts, given => composeEmail(newHomesEmail, valuesOf(site, given, links), brand))
  return { content, headers: headersOf(parts.lead, links) }
}

/** The same for an agent, who is not the lead: its links lead nowhere. */
export function alertPreview(site: Site, parts: EmailParts): ReturnType<typeof previewEmail> {
  const brand: EmailBrand = emailBrand(site, '')
  return shortEnough(parts, given => previewEmail(newHomesEmail, valuesOf(site, given, previewLinks), brand))
}

function shortEnough<Email extends { html: string }>(parts: EmailParts, compose: (parts: EmailParts) => Email): Email {
  const email = compose(parts)
  const { shown, total } = parts.listings
  if (Buffer.byteLength(email.html) <= MAX_BYTES || shown.length <= 1) return email
  return shortEnough({ ...parts, listings: { shown: shown.slice(0, Math.floor(shown.length * 0.8)), total } }, compose)
}

function valuesOf(
  site: Site,
  { name, lead, listings: { shown, total } }: EmailParts,
  links: AlertLinks,
): NewHomesEmail {
  const more = total - shown.length
  const [first] = shown
  const { agent } = lead
  return {
    subject: total === 1 && first ? headlineOf(first) : `${total} homes for “${name}”`,
    preheader: shown
      .slice(0, 3)
      .map(({ address, ...listing }) => `${address}, ${price(listing, listing.price)}`)
      .join(' · '),
    first_name: lead.first_name || 'there',
    introduction: `New homes for your search “${name}”.${more > 0 ? ` The newest ${shown.length} are below; ${more} more match.` : ''}`,
    homes: shown.map((listing, index) => homeOf(listing, links, index < MAX_PICTURED)),
    questions: agent
      ? `Questions, or want to see a home? ${agent.name} is at ${[agent.phone, agent.email].filter(Boolean).join(' and ')}. You can also reply to this e-mail.`
      : '',
    sender: [site.siteName, site.postalAddress].filter(Boolean).join(', '),
    preferences_url: links.preferences,
  }
}

function headersOf({ agent }: AlertLead, { unsubscribe }: AlertLinks): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(agent ? { 'Reply-To': agent.email } : {}),
    ...(unsubscribe ? wayOutHeaders({ unsubscribe }) : {}),
  }
}

const headlineOf = (listing: SentListing) =>
  `${newsOf(listing) || 'New'}: ${listing.address}, ${price(listing, listing.price)}`

function newsOf({ price: now, price_before }: SentListing): string {
  if (price_before === null || price_before === now) return ''
  return now < price_before ? 'Price lowered' : 'Price raised'
}

function homeOf(listing: SentListing, links: AlertLinks, isPictured: boolean): NewHomesEmail['homes'][number] {
  const { price_before, description, photo_base_url } = listing
  const news = newsOf(listing)
  return {
    photo: photo_base_url && isPictured ? links.photo(photoPath(photo_base_url, 1, 640)) : '',
    photo_alt: `Photo of ${listing.address}: ${listing.property_type}, ${homeFacts(listing)}`,
    price: price(listing, listing.price),
    news: news && price_before !== null ? `${news} from ${price(listing, price_before)}` : 'New on the market',
    title: `${listing.address}, ${listing.neighbourhood || listing.city}`,
    url: links.home(listing.id),
    facts: `${listing.property_type} · ${homeFacts(listing)}`,
    description: isPictured ? shortened(description) : '',
    listed: `${listing.mls_number} · Listed by ${listing.brokerage}`,
    favourite_url: links.home(listing.id, 'favourite'),
  }
}

const shortened = (text: string) => (text.length > 180 ? `${text.slice(0, 179).trimEnd()}…` : text)
