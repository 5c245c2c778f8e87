import { notFound } from '../../../../platform/server/errors.ts'
import { type LinkConfig, openLink, sealLink } from '../../../../platform/server/mail/links.ts'

/** What the holder of a link may be told and may change: one lead's alerts, or one home for that lead. */
export interface LinkMeaning {
  lead_id: number
  /** Of a link to a home. */
  listing_id: number | null
}

const PURPOSE = 'links of alerts'

/** A text that only this installation can make and read. */
export const linkToken = (config: LinkConfig, { lead_id, listing_id }: LinkMeaning, made_at: Date): string =>
  sealLink(config, PURPOSE, { meaning: `${lead_id}.${listing_id ?? ''}`, made_at })

/** What a token means; one that has ended or was not made here is refused like something that does not exist. */
export function readToken(config: LinkConfig, token: string, now: Date): LinkMeaning & { made_at: Date } {
  const link = openLink(config, PURPOSE, token, now)
  const [, lead, listing] = /^(\d+)\.(\d*)$/.exec(link?.meaning ?? '') ?? []
  if (!link || !lead) throw notFound('page')
  return { lead_id: Number(lead), listing_id: listing ? Number(listing) : null, made_at: link.made_at }
}

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
  const own = linkToken(config, { lead_id: leadId, listing_id: null }, now)
  return {
    home: (listing_id, action) =>
      `${base}/homes/${linkToken(config, { lead_id: leadId, listing_id }, now)}${action ? `?act=${action}` : ''}`,
    photo: path => `${base}${path}`,
    preferences: `${base}/preferences/${own}`,
    unsubscribe: `${base}/crm/unsubscribe/${own}`,
  }
}

/** For a preview: an agent who looks at it is not the lead. */
export const previewLinks: AlertLinks = {
  home: () => '#',
  photo: path => path,
  preferences: '#',
  unsubscribe: null,
}
