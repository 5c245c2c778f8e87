import type { LinkConfig } from '../../../../platform/server/mail/links.ts'
import { linkToken, wayOutOf } from '../../../outbound/server/commands/links.ts'

/** The addresses in an e-mail to a lead. */
export interface AlertLinks {
  home(listingId: number, action?: 'favourite'): string
  /** Of a photo, from its path. */
  photo(path: string): string
  preferences: string
  /** Where mail programs post the one press; `null` in a preview. */
  unsubscribe: string | null
}

/** The addresses that know who opens them. */
export function alertLinks(
  config: LinkConfig,
  { base, leadId, now }: { base: string; leadId: number; now: Date },
): AlertLinks {
  return {
    home: (listing_id, action) =>
      `${base}/homes/${linkToken(config, { lead_id: leadId, listing_id }, now)}${action ? `?act=${action}` : ''}`,
    photo: path => `${base}${path}`,
    ...wayOutOf(config, { base, leadId, now }),
  }
}

/** For a preview: an agent who looks at it is not the lead. */
export const previewLinks: AlertLinks = {
  home: () => '#',
  photo: path => path,
  preferences: '#',
  unsubscribe: null,
}
