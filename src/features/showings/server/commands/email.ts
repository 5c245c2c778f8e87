import type { Config } from '../../../../platform/server/config.ts'
import { composeEmail, type EmailContent } from '../../../../platform/server/mail/compose.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import { photoPath } from '../../../listings/rules.ts'
import type { Showing, ShowingEmail } from '../../contract.ts'
import { formatClock, formatDay, mapUrl, showingText } from '../../rules.ts'
import { type ShowingEmail as Given, showingEmail as template } from '../emails/showing.gen.ts'
import type { NotifiedBefore, ShowingClient } from '../queries/emails.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'postalAddress'>
/** What an e-mail about a showing says. */
export type EmailKind = NonNullable<ShowingEmail['kind']>

interface EmailParts {
  kind: EmailKind
  showing: Showing
  client: ShowingClient
  lastNotified: NotifiedBefore | null
  /** The page where the client answers. */
  url: string
  /** The address under which the product is reached. */
  base: string
}

/** The e-mail about a showing: where, when, with whom, and the way to answer. */
export function showingEmail(
  site: Site,
  parts: EmailParts,
): { content: EmailContent; headers: Readonly<Record<string, string>> } {
  const { agent } = parts.client
  return {
    content: composeEmail(template, valuesOf(site, parts), emailBrand(site, parts.base)),
    headers: agent ? { 'Reply-To': agent.email } : {},
  }
}

function valuesOf(site: Site, parts: EmailParts): Given {
  const { kind, showing, client, url, base } = parts
  const { agent } = client
  const { listing_description: story, listed_for, mls_number, starts_at, ends_at, zone } = showing
  return {
    subject: `${newsOf(parts)}: ${showingText(showing)}`,
    heading: headingOf(parts),
    first_name: client.first_name || 'there',
    sentence: sentenceOf(parts),
    photo: photoUrl(showing.photo_base_url, base),
    photo_alt: `Photo of ${showing.address_formatted}`,
    time: `${formatDay(showing)}, ${formatClock(starts_at, zone)} to ${formatClock(ends_at, zone, true)}`,
    address: showing.address_formatted,
    figures: [listed_for !== null && `$${dollars.format(listed_for)}`, mls_number && `MLS ${mls_number}`]
      .filter(Boolean)
      .join(' · '),
    description: story.length > 240 ? `${story.slice(0, 239).trimEnd()}…` : story,
    map_url: mapUrl(showing),
    answer_url: kind === 'cancellation' ? '' : url,
    questions: agent
      ? `Questions? ${agent.name} is at ${[agent.phone, agent.email].filter(Boolean).join(' and ')}. You can also reply to this e-mail.`
      : '',
    sender: [site.siteName, site.postalAddress].filter(Boolean).join(', '),
  }
}

function newsOf({ kind, showing, lastNotified }: EmailParts): string {
  if (kind === 'cancellation') return 'Cancelled showing'
  if (kind === 'change' && !lastNotified?.is_same_time) return 'Changed showing'
  return showing.status === 'confirmed' ? 'Confirmed showing' : 'Showing'
}

function headingOf({ kind, showing, lastNotified }: EmailParts): string {
  if (kind === 'cancellation') return 'Your showing is cancelled'
  if (kind === 'change' && !lastNotified?.is_same_time) return 'Your showing has changed'
  return showing.status === 'confirmed' ? 'Your showing is confirmed' : 'Does this time work for you?'
}

function sentenceOf({ kind, showing, client, lastNotified }: EmailParts): string {
  const who = client.agent?.name ?? 'Your agent'
  if (kind === 'cancellation') return 'This showing is cancelled. The attached file removes it from your calendar.'
  const change =
    kind === 'change' && !lastNotified?.is_same_time ? 'Your showing has changed. Here are the new details. ' : ''
  const calendar = 'Add it to your calendar with the attached file.'
  if (showing.status === 'confirmed') return `${change}It’s confirmed: ${who} will meet you there. ${calendar}`
  return `${change}${who} is arranging this showing for you. Does this time work for you? ${calendar}`
}

const dollars = new Intl.NumberFormat('en-CA')

/** A photo of a listing has several sizes; one from elsewhere is as it is. Empty where it has no address that works. */
function photoUrl(photo: string | null, base: string): string {
  if (photo?.startsWith('/')) return `${base}${photoPath(photo, 1, 640)}`
  return photo && /^https?:/.test(photo) && URL.canParse(photo) ? new URL(photo).href : ''
}
