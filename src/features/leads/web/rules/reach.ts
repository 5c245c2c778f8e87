import type { LeadRow } from '../../contract/record.ts'
import type { ContactChannel } from '../../rules.ts'

type Contact = Pick<LeadRow, 'email' | 'email_private' | 'phone' | 'phone_private'>

/** The address and number that hold: what the agent noted privately overrides what the lead gave. */
export const contactOf = (lead: Contact) => ({
  email: lead.email_private || lead.email,
  phone: lead.phone_private || lead.phone,
})

/** What decides how a lead can be reached. */
export type Reached = Contact &
  Pick<LeadRow, 'is_phone_valid' | 'is_email_valid' | 'text_validated' | 'withdrawn_channels'>

/** The ways in which a lead can be reached: those that work, and that the lead did not take back. */
export function reachOf(lead: Reached): Record<ContactChannel, boolean> {
  return {
    call: hasPhone(lead) && !hasWithdrawn(lead, 'call'),
    email: Boolean(contactOf(lead).email) && lead.is_email_valid && !hasWithdrawn(lead, 'email'),
    text: lead.text_validated && mayTryText(lead),
  }
}

/** Whether a text is worth a try, also to a number that has not taken one yet. */
export const mayTryText = (lead: Reached): boolean => hasPhone(lead) && !hasWithdrawn(lead, 'text')

/** Whether the lead took back its consent to a channel. */
export const hasWithdrawn = (lead: Reached, channel: ContactChannel): boolean =>
  lead.withdrawn_channels.includes(channel)

/** Whether there is a number that works. */
export const hasPhone = (lead: Reached): boolean => Boolean(contactOf(lead).phone) && lead.is_phone_valid
