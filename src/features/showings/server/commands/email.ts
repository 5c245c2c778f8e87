import type { Config } from '../../../../platform/server/config.ts'
import { type EmailEntry, emailAccents, renderEmail } from '../../../../platform/server/mail/email.ts'
import { photoPath } from '../../../listings/rules.ts'
import type { Showing, ShowingEmail } from '../../contract.ts'
import { formatClock, formatDay, mapUrl, showingText } from '../../rules.ts'
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
): { subject: string; html: string; text: string; headers: Record<string, string> } {
  const { kind, showing, client, url } = parts
  const { agent } = client
  const ask = agent
    ? `Questions? ${agent.name} is at ${[agent.phone, agent.email].filter(Boolean).join(' and ')}. You can also reply to this e-mail.`
    : ''
  const subject = `${newsOf(parts)}: ${showingText(showing)}`
  const message = renderEmail({
    heading: subject,
    paragraphs: [`Hello ${client.first_name || 'there'},`, sentenceOf(parts)],
    entries: [entryOf(parts)],
    action: kind === 'cancellation' ? null : { label: 'Confirm, or ask for another time', url },
    footer: [
      ask,
      `You are receiving this because you asked ${site.siteName} to see this home.`,
      [site.siteName, site.postalAddress].filter(Boolean).join(', '),
    ]
      .filter(Boolean)
      .join(' '),
    accent: emailAccents[site.brand],
  })
  return { subject, ...message, headers: agent ? { 'Reply-To': agent.email } : {} }
}

function newsOf({ kind, showing, lastNotified }: EmailParts): string {
  if (kind === 'cancellation') return 'Cancelled showing'
  if (kind === 'change' && !lastNotified?.is_same_time) return 'Changed showing'
  return showing.status === 'confirmed' ? 'Confirmed showing' : 'Showing'
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

function entryOf({ kind, showing, url, base }: EmailParts): EmailEntry {
  const { listing_description: words, listed_for, mls_number, starts_at, ends_at, zone } = showing
  return {
    title: showing.address_formatted,
    url: kind === 'cancellation' ? mapUrl(showing) : url,
    figure: `${formatDay(showing)}, ${formatClock(starts_at, zone)} to ${formatClock(ends_at, zone, true)}`,
    news: kind === 'cancellation' ? 'Cancelled' : '',
    facts: [
      [listed_for !== null && `$${dollars.format(listed_for)}`, mls_number && `MLS ${mls_number}`]
        .filter(Boolean)
        .join(' · '),
      words.length > 240 ? `${words.slice(0, 239).trimEnd()}…` : words,
    ].filter(Boolean),
    ...(showing.photo_base_url
      ? { picture: { url: photoUrl(showing.photo_base_url, base), alt: `Photo of ${showing.address_formatted}` } }
      : {}),
    links: kind === 'cancellation' ? [] : [{ label: 'Show on a map', url: mapUrl(showing) }],
  }
}

/** A photo of a listing has several sizes; one from elsewhere is as it is. */
const photoUrl = (photo: string, base: string): string =>
  photo.startsWith('/') ? `${base}${photoPath(photo, 1, 640)}` : photo
