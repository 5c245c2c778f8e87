import { contactOf, type Reached, reachOf } from './reach.ts'

/** Why a lead cannot be reached in a way that `reachOf` denies. */
export function whyNotReached(lead: Reached): { call: string; email: string; text: string } {
  const { phone, email } = contactOf(lead)
  const call = phone ? 'The number does not work' : 'No number is known'
  return {
    call,
    email: email ? 'The address does not work' : 'No address is known',
    text: reachOf(lead).call ? 'The number has not taken a text yet' : call,
  }
}
