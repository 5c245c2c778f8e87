import { openEmail } from '../../features/email/web/client/compose.ts'
import { contactOf, mayTryText, reachOf } from '../../features/leads/web/pieces/wording.ts'
import type { Opportunity } from '../../features/opportunities/contract.ts'
import { reloadTabs } from '../../features/opportunities/web/client/opportunities.ts'
import { openSnooze } from '../../features/snooze/web/client/open.ts'

/** The ways in which the lead of an opportunity can be reached. */
export function waysTo({ user }: Opportunity) {
  const reach = reachOf(user)
  const { phone } = contactOf(user)
  return { call: reach.call && phone ? `tel:${phone}` : null, text: mayTryText(user), email: reach.email }
}

/** Writes an e-mail that begins with the template of the opportunity's type. */
export const emailAbout = ({ user, opportunity_type }: Opportunity): void =>
  openEmail({ lead: user, defaultTemplateId: opportunity_type.default_email_template_id })

/** The reason as it follows a name: "saw 88 Scott St 4 times since Monday"; what the lead wrote stays as it is. */
export const reasonAfterName = (description: string): string =>
  description.charAt(0).toLowerCase() + description.slice(1)

/** Asks until when the lead is to be snoozed. */
export const snoozeAbout = ({ user, description }: Opportunity): void =>
  openSnooze({ lead: user, reason: reasonAfterName(description), settle: reloadTabs })
