import type { Intention } from '../../../outbound/server/commands/decide.ts'
import type { EmailType } from '../../contract.ts'

interface Addressing {
  type: EmailType
  /** To several people, or to a whole list: always commercial. */
  isBulk: boolean
  sender_agent_id: number | null
}

/** What an e-mail is to the door: a person writes to one lead, unless it is marketing or goes to several. */
export function intentionOf({ type, isBulk, sender_agent_id }: Addressing): Intention {
  const isPersonal = type === 'email' && !isBulk
  return {
    channel: 'email',
    class: isPersonal ? 'personal' : 'commercial',
    is_marketing: type === 'marketing',
    is_by_hand: isPersonal,
    sender_agent_id,
  }
}

/** By what the door knows an e-mail of a message. */
export const causeOf = (messageId: number, leadId: number): string => `email:${messageId}:${leadId}`
export const batchOf = (messageId: number): string => `email:${messageId}`

/** The job that hands e-mails over; only its name, for whoever puts it in. */
export const SEND_EMAIL = { name: 'send-email' }
