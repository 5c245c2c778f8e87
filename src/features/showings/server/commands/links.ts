import { notFound } from '../../../../platform/server/errors.ts'
import { type LinkConfig, openLink, sealLink } from '../../../../platform/server/mail/links.ts'

const PURPOSE = 'links of showings'

/** A text that only this installation can make and read. */
export const showingToken = (config: LinkConfig, showingId: number, made_at: Date): string =>
  sealLink(config, PURPOSE, { meaning: String(showingId), made_at })

/** The showing that a token is for; one that has ended or was not made here is refused like something that does not exist. */
export function readShowingToken(config: LinkConfig, token: string, now: Date): { showing_id: number; made_at: Date } {
  const link = openLink(config, PURPOSE, token, now)
  if (!link || !/^\d+$/.test(link.meaning)) throw notFound('page')
  return { showing_id: Number(link.meaning), made_at: link.made_at }
}

/** Where a client answers. */
export const showingUrl = (
  config: LinkConfig,
  { base, showingId, now }: { base: string; showingId: number; now: Date },
): string => `${base}/visits/${showingToken(config, showingId, now)}`
