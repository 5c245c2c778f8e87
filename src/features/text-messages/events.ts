import { defineEvent } from '../../platform/server/events.ts'

/** Somebody who works here wrote a text from their own number. Whoever knows what it answers says so by `answer`; all others are texts like any other. */
export interface ColleagueText {
  user_id: number
  agent_id: number
  body: string
  /** What is said back. */
  answer(text: string): void
}
export const colleagueTexted = defineEvent<ColleagueText>('colleague texted')

/** A lead wrote a text, told in the transaction that stores it. */
export interface ReceivedText {
  id: number
  lead_id: number
  agent_id: number | null
  body: string
}
export const textReceived = defineEvent<ReceivedText>('text received')
