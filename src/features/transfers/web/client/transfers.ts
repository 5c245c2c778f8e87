import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf, refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import type { LeadSelection } from '../../../leads/contract/filters.ts'
import { dropLeads } from '../../../leads/web/client/leadCache.ts'
import { refetchLists } from '../../../leads/web/client/leads.ts'
import { type PendingTransfers, type Transfer, transferCalls } from '../../contract.ts'

/** Lists that people look through end here; the totals go on. */
const LISTED = 100

/** What waits for the person, and what the person waits for. */
export const pendingTransfersQuery = queryOf(
  transferCalls.list,
  { perPage: LISTED },
  { topics: ['transfers'], staleTime: 60_000 },
)

/** The latest hand-overs of a lead. */
export const transfersOfLeadQuery = (id: number) =>
  queryOptions({
    ...queryOf(transferCalls.ofLead, { id }, { topics: [{ topic: 'transfers', ids: [id] }] }),
    select: ({ data }) => data,
  })

/** Who the recruiter is. */
export const recruiterQuery = queryOf(transferCalls.recruiter, {}, { topics: ['recruiter'], staleTime: 5 * 60_000 })

/** What would go to others if somebody left. */
export const leavingPersonQuery = (id: number) =>
  queryOf(transferCalls.leavingPerson, { id }, { topics: ['transfers', 'people'] })

/** Leads that were flagged as bogus. */
export const bogusLeadsQuery = queryOptions({
  ...queryOf(transferCalls.bogusLeads, { perPage: LISTED }, { topics: [] }),
  select: ({ data }) => data,
})

/** Fetches again what may have changed with a hand-over; no ids mean any lead. */
export const refreshTransfers = (ids: readonly number[]): void => void invalidateTopic(queryClient, 'transfers', ids)

/** Lists and counts of leads, and what waits. */
export function refreshLeads(ids: readonly number[]): void {
  refreshTransfers(ids)
  void refetchLists()
}

const changePending = (change: (now: PendingTransfers) => PendingTransfers): void =>
  void queryClient.setQueryData(pendingTransfersQuery.queryKey, now => now && change(now))

/** A lead that was decided on leaves both lists. */
function leaveBoth({ lead }: Transfer): void {
  const others = (list: Transfer[]) => list.filter(one => one.lead.id !== lead.id)
  changePending(now => {
    const [received, sent] = [others(now.lead_transfers), others(now.sent_transfers)]
    return {
      ...now,
      lead_transfers: received,
      lead_transfers_total: now.lead_transfers_total - (now.lead_transfers.length - received.length),
      sent_transfers: sent,
      sent_transfers_total: now.sent_transfers_total - (now.sent_transfers.length - sent.length),
    }
  })
  refreshLeads([lead.id])
}

/** Accepts, acknowledges or rejects a received lead; of an accepted offer, the answer has the name. */
export async function decideTransfer(decision: { id: number; accept: boolean }): Promise<Transfer> {
  const transfer = await call(transferCalls.decide, decision)
  leaveBoth(transfer)
  return transfer
}

/** Takes a sent lead back. */
export async function cancelTransfer(lead_id: number): Promise<void> {
  leaveBoth(await call(transferCalls.cancel, { id: lead_id }))
}

/** Acknowledges all assignments. */
export async function acknowledgeAll(): Promise<void> {
  await call(transferCalls.acknowledge, {})
  refreshTransfers([])
}

/** Sends a lead to another agent; it joins the sent ones at once. */
export async function sendLead(id: number, agent: number): Promise<Transfer> {
  const transfer = await call(transferCalls.send, { id, agent })
  changePending(now => ({
    ...now,
    sent_transfers: [transfer, ...now.sent_transfers.filter(one => one.id !== transfer.id)],
    sent_transfers_total: now.sent_transfers_total + 1,
  }))
  refreshTransfers([id])
  return transfer
}

/** Gives a lead to another agent at once. */
export async function assignLead(id: number, agent: number): Promise<Transfer> {
  const transfer = await call(transferCalls.assign, { id, agent })
  refreshLeads([id])
  return transfer
}

/** Gives the chosen leads to another agent. */
export const reassignLeads = (selection: Partial<LeadSelection>, agentId: number) =>
  call(transferCalls.reassign, { ...selection, agentId })

/** Gives a lead to the recruiter. */
export async function handToRecruiter(id: number) {
  const answer = await call(transferCalls.handToRecruiter, { id })
  refreshLeads([id])
  return answer
}

/** Chooses the recruiter, or none. */
export async function setRecruiter(user_id: number | null) {
  const answer = await call(transferCalls.setRecruiter, { user_id })
  await invalidateTopic(queryClient, 'recruiter')
  return answer
}

/** Flags a lead as bogus: it leaves every list. */
export async function flagBogus(id: number): Promise<void> {
  await call(transferCalls.flagBogus, { id })
  dropLeads(queryClient, new Set([id]))
  refreshLeads([id])
  void refetchCall(queryClient, transferCalls.bogusLeads)
}

/** Takes the flag away. */
export async function restoreBogus(id: number): Promise<void> {
  await call(transferCalls.restoreBogus, { id })
  refreshLeads([id])
  void refetchCall(queryClient, transferCalls.bogusLeads)
}
