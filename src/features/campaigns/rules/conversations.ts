import { milestoneType, milestoneTypeOf } from '../../milestones/rules.ts'
import { CONNECTED_SECONDS } from './instances.ts'

/** What of a milestone says whether it is a conversation. */
interface Happened {
  lead_id: number
  milestone_option_id: number | null
  call: object | null
  message: object | null
}

const optionOf = (type: number, name: string): number | undefined =>
  milestoneTypeOf(type)?.options.find(option => option.name === name)?.id

const RECEIVED_EMAIL = optionOf(milestoneType.email, 'Received')
const RECEIVED_TEXT = optionOf(milestoneType.text, 'Received')
const CONNECTED_CALL = optionOf(milestoneType.call, 'Connected')

/** A text that came in by itself says so itself, and an automatic reply is no answer. */
function isReply({ milestone_option_id: option, message }: Happened): boolean {
  if (option === RECEIVED_TEXT) return !(message !== null && 'text_id' in message && message.text_id !== null)
  return option === RECEIVED_EMAIL && !(message !== null && 'is_automatic' in message && message.is_automatic === true)
}

const isLongCall = ({ milestone_option_id: option, call }: Happened): boolean =>
  option === CONNECTED_CALL && call !== null && 'duration' in call && Number(call.duration) >= CONNECTED_SECONDS

/**
 * The leads of milestones that are conversations: an e-mail or a text that the lead wrote, as far as a person logged it or the mailbox
 * brought it, and a connected call that was long enough.
 */
export function conversationsAmong(milestones: readonly Happened[]): { replied: number[]; called: number[] } {
  const leadsOf = (is: (one: Happened) => boolean) => [
    ...new Set(milestones.flatMap(one => (is(one) ? one.lead_id : []))),
  ]
  return { replied: leadsOf(isReply), called: leadsOf(isLongCall) }
}
