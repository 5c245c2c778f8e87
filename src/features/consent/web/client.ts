import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { consentCalls } from '../contract.ts'

/** How the channels of a lead stand, with the ledger. */
export const consentQuery = (leadId: number) =>
  queryOf(consentCalls.list, { id: leadId }, { topics: [{ topic: 'leads', ids: [leadId] }], staleTime: 15_000 })
