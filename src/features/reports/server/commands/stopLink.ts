import { type LinkConfig, openLink, sealLink } from '../../../../platform/server/mail/links.ts'

const PURPOSE = 'scheduled reports'

/** What the link of an e-mail carries that ends the e-mails of a schedule. */
export const stopToken = (config: LinkConfig, scheduleId: number, now: Date): string =>
  sealLink(config, PURPOSE, { meaning: String(scheduleId), made_at: now })

/** The schedule that such a link ends; `null` for one that was not made here, or too long ago. */
export function openStopToken(config: LinkConfig, token: string, now: Date): number | null {
  const id = Number(openLink(config, PURPOSE, token, now)?.meaning ?? 'none')
  return Number.isInteger(id) ? id : null
}
