import type { LeadRow } from '../../contract/record.ts'

type Contact = Pick<LeadRow, 'email' | 'email_private' | 'phone' | 'phone_private'>

/** The address and number that hold: what the agent noted privately overrides what the lead gave. */
export const contactOf = (lead: Contact) => ({
  email: lead.email_private || lead.email,
  phone: lead.phone_private || lead.phone,
})

/** What decides how a lead can be reached. */
export type Reached = Contact & Pick<LeadRow, 'is_phone_valid' | 'is_email_valid' | 'text_validated'>

/** The ways in which a lead can be reached. */
export function reachOf(lead: Reached): {
  call: boolean
  email: boolean
  text: boolean
} {
  const { phone, email } = contactOf(lead)
  const call = Boolean(phone) && lead.is_phone_valid
  return { call, email: Boolean(email) && lead.is_email_valid, text: call && lead.text_validated }
}
