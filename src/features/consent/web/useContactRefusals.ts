import { useQuery } from '@tanstack/react-query'
import { useLive } from '../../../platform/web/live.ts'
import type { Channel } from '../contract.ts'
import { contactRefusals } from '../rules.ts'
import { consentQuery } from './client.ts'

const none: Partial<Record<Channel, string>> = {}

/** Why somebody may not reach a lead, by channel; kept up to date while it is on the screen. */
export function useContactRefusals(leadId: number): Partial<Record<Channel, string>> {
  const { data, refetch } = useQuery(consentQuery(leadId))
  useLive('leads', ids => {
    if (ids.length === 0 || ids.includes(leadId)) void refetch()
  })
  return data ? contactRefusals(data) : none
}
