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

/** Where a lead says what e-mail they want, and where mail programs post the one press that ends it (RFC 8058). */
export interface WayOut {
  preferences: string
  unsubscribe: string
}

/** The way out of commercial e-mail for one lead. */
export function wayOutOf(
  config: LinkConfig,
  { base, leadId, now }: { base: string; leadId: number; now: Date },
): WayOut {
  const own = linkToken(config, { lead_id: leadId, listing_id: null }, now)
  return { preferences: `${base}/preferences/${own}`, unsubscribe: `${base}/crm/unsubscribe/${own}` }
}

/** The headers of a commercial e-mail: one press ends it. */
export const wayOutHeaders = ({ unsubscribe }: Pick<WayOut, 'unsubscribe'>): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
