import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { Config } from '../../../../platform/server/config.ts'
import { composeEmail, type EmailContent } from '../../../../platform/server/mail/compose.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { emailBrand } from '../../../../product/brand/emailBrand.ts'
import type { Notification } from '../../contract.ts'
import { digestEmail as digest } from '../emails/digest.gen.ts'
import { notificationEmail as single } from '../emails/notification.gen.ts'

type Site = Pick<Config, 'siteName' | 'brand' | 'publicUrl' | 'mode' | 'port'>

/** Where people choose what reaches them. */
const SETTINGS_PATH = '/notifications?settings=true'

/** One notification as an e-mail. */
export function notificationEmail(
  site: Site,
  { title, body, path }: { title: string; body: string; path: string },
): EmailContent {
  const url = emailLink(site)
  return composeEmail(
    single,
    {
      title,
      body,
      preheader: body || title,
      open_url: url ? `${url}${path}` : '',
      settings_url: url ? `${url}${SETTINGS_PATH}` : '',
    },
    emailBrand(site, url),
  )
}

interface Digest {
  first_name: string
  zone: string
  entries: readonly Pick<Notification, 'title' | 'body' | 'path' | 'created_at'>[]
  /** Unread ones that the e-mail does not list. */
  more: number
}

/** The daily e-mail of what is unread. `null` where nobody said under which address the product is reached. */
export function digestEmail(site: Site, { first_name, zone, entries, more }: Digest): EmailContent | null {
  const url = emailLink(site)
  if (!url) return null
  const count = entries.length + more
  return composeEmail(
    digest,
    {
      first_name,
      subject: count === 1 ? 'You have 1 unread notification' : `You have ${count} unread notifications`,
      preheader: entries[0]?.title ?? '',
      entries: entries.map(({ title, body, path, created_at }) => ({
        title,
        body,
        url: `${url}${path}`,
        at: format(new TZDate(new Date(created_at), zone), 'MMM d, h:mm a'),
      })),
      more: more > 0 ? `And ${more} more.` : '',
      open_url: `${url}/notifications`,
    },
    emailBrand(site, url),
  )
}
