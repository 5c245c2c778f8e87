import { type ContactChannel, withdrawnSentence } from '../../rules.ts'
import { contactOf, hasPhone, type Reached } from './reach.ts'

/** Why a lead cannot be reached in a way that `reachOf` denies. */
export function whyNotReached(lead: Reached): Record<ContactChannel, string> {
  const { phone, email } = contactOf(lead)
  const call = phone ? 'Phone number does not work' : 'No phone number'
  const wrong = {
    call,
    email: email ? 'E-mail address does not work' : 'No e-mail address',
    text: hasPhone(lead) ? 'The number has not taken a text yet' : call,
  }
  const withdrawn = lead.withdrawn_channels.map(channel => [channel, withdrawnSentence(channel)])
  return { ...wrong, ...Object.fromEntries(withdrawn) }
}
