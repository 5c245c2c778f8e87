import type { Channel } from '../contract.ts'
import { contactRefusals } from '../rules.ts'
import { useConsent } from './useConsent.ts'

const none: Partial<Record<Channel, string>> = {}

/** Why somebody may not reach a lead, by channel; kept up to date while it is on the screen. */
export function useContactRefusals(leadId: number): Partial<Record<Channel, string>> {
  const { data } = useConsent(leadId)
  return data ? contactRefusals(data) : none
}
