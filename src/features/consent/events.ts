import { defineEvent } from '../../platform/server/events.ts'
import type { Channel } from './contract.ts'

/** Leads took a consent back, or said that they want nothing, in the transaction that writes it down. */
export interface WithdrawnConsents {
  leads: readonly { lead_id: number; channel: Channel; source: string }[]
}
export const consentsWithdrawn = defineEvent<WithdrawnConsents>('consents withdrawn')
