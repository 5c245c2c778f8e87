import type { QueryClient } from '@tanstack/react-query'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { knownRow } from '../../features/leads/web/client/leadCache.ts'
import { leadQuery } from '../../features/leads/web/client/leads.ts'

/** A lead as this window knows it, from its page or from a list. */
export const leadInCache = (client: QueryClient, id: number): LeadRow | undefined =>
  client.getQueryData(leadQuery(id).queryKey) ?? knownRow(client, id)
