import { download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { consentCalls } from '../contract.ts'

/** How the channels of a lead stand, with the ledger. */
export const consentQuery = (leadId: number) =>
  queryOf(consentCalls.list, { id: leadId }, { topics: [{ topic: 'leads', ids: [leadId] }], staleTime: 15_000 })

/** Saves what shows how a lead consented, to be printed. */
export const saveProof = async (id: number): Promise<void> => saveFile(await download(consentCalls.proof, { id }))
