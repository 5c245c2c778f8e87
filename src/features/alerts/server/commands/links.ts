import type { Config } from '../../../../platform/server/config.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { secretsFor } from '../../../../platform/server/secrets.ts'

/** What the holder of a link may be told and may change: one lead's alerts, or one home for that lead. */
export interface LinkMeaning {
  lead_id: number
  /** Of a link to a home. */
  listing_id: number | null
}

type Keys = Pick<Config, 'secret' | 'oldSecrets'>

const secrets = (config: Keys) => secretsFor('links of alerts', config)

/** A text that only this installation can make and read. */
export const linkToken = (config: Keys, { lead_id, listing_id }: LinkMeaning): string =>
  secrets(config).seal(`${lead_id}.${listing_id ?? ''}`)

/** What a token means; one that was not made here is refused like something that does not exist. */
export function readToken(config: Keys, token: string): LinkMeaning {
  const [, lead, listing] = /^(\d+)\.(\d*)$/.exec(secrets(config).open(token) ?? '') ?? []
  if (!lead) throw notFound('page')
  return { lead_id: Number(lead), listing_id: listing ? Number(listing) : null }
}

/** The addresses in an e-mail to a lead. */
export interface AlertLinks {
  home(listingId: number, act?: 'favourite'): string
  /** Of a photo, from its path. */
  photo(path: string): string
  preferences: string
  /** Where mail programs post the one press; `null` in a preview. */
  unsubscribe: string | null
}

/** The addresses that know who opens them. */
export function alertLinks(config: Keys, base: string, leadId: number): AlertLinks {
  const own = linkToken(config, { lead_id: leadId, listing_id: null })
  return {
    home: (listing_id, act) =>
      `${base}/homes/${linkToken(config, { lead_id: leadId, listing_id })}${act ? `?act=${act}` : ''}`,
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
