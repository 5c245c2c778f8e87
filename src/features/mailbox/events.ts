import { defineEvent } from '../../platform/server/events.ts'

/** A lead answered by e-mail: a person, not a program, and after the mailbox was connected. */
export interface ReceivedEmail {
  /** As `GET emails/{id}` takes it. */
  id: number
  lead_id: number
  /** Whose lead it is. */
  agent_id: number | null
  /** In whose mailbox it is. */
  user_id: number
  subject: string
  snippet: string
}
export const emailReceived = defineEvent<ReceivedEmail>('email received')
