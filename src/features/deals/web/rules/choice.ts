import type { MatchClient, MatchLead } from '../../contract.ts'
import { clientName as nameOf } from '../../rules/clients.ts'

/** What somebody chose for a client: a lead, or that there is none. */
export type Choice = MatchLead | 'none'

/** How the deal calls a client. */
export const clientName = ({ lonewolf_client }: Pick<MatchClient, 'lonewolf_client'>): string =>
  nameOf(lonewolf_client) || 'Somebody'
