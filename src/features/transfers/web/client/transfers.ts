import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { LeadSelection } from '../../../leads/contract/filters.ts'
import { dropLeads } from '../../../leads/web/client/leadCache.ts'
import { leadKeys } from '../../../leads/web/client/leads.ts'
import { type PendingTransfers, type Transfer, transferCalls } from '../../contract.ts'

const keys = {
  all: ['transfers'] as const,
  pending: ['transfers', 'pending'] as const,
  ofLead: (id: number) => ['transfers', 'lead', id] as const,
}

/** What waits for the person, and what the person waits for. */
export const pendingTransfersQuery = queryOptions({
  queryKey: keys.pending,
  queryFn: ({ signal }) => call(transferCalls.list, {}, { signal }),
  staleTime: 60_000,
})

/** The latest hand-overs of a lead. */
export const transfersOfLeadQuery = (id: number) =>
  queryOptions({
    queryKey: keys.ofLead(id),
    queryFn: ({ signal }) => call(transferCalls.ofLead, { id }, { signal }),
  })

/** Who the recruiter is. */
export const recruiterQuery = queryOptions({
  queryKey: ['recruiter'],
  queryFn: ({ signal }) => call(transferCalls.recruiter, {}, { signal }),
  staleTime: 5 * 60_000,
})

/** Leads that were flagged as bogus. */
export const bogusLeadsQuery = queryOptions({
  queryKey: ['bogus-leads'],
  queryFn: ({ signal }) => call(transferCalls.bogusLeads, {}, { signal }),
})

/** Fetches again what may have changed with a hand-over; no ids mean any lead. */
export function refreshTransfers(ids: readonly number[]): void {
  void queryClient.invalidateQueries({ queryKey: keys.all })
  if (ids.length === 0) void queryClient.invalidateQueries({ queryKey: ['leads', 'one'] })
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: leadKeys.one(id) })
}

/** Lists and counts of leads, and what waits. */
export function refreshLeads(ids: readonly number[]): void {
  refreshTransfers(ids)
  void queryClient.invalidateQueries({ queryKey: leadKeys.lists })
  void queryClient.invalidateQueries({ queryKey: ['leads', 'counts'] })
  void queryClient.invalidateQueries({ queryKey: ['leads', 'count'] })
}

const changePending = (change: (now: PendingTransfers) => PendingTransfers): void =>
  void queryClient.setQueryData(pendingTransfersQuery.queryKey, now => now && change(now))

/** A lead that was decided on leaves both lists. */
function leaveBoth({ lead }: Transfer): void {
  const others = (list: Transfer[]) => list.filter(one => one.lead.id !== lead.id)
  changePending(now => {
    const [received, sent] = [others(now.lead_transfers), others(now.sent_transfers)]
    return {
      lead_transfers: received,
      lead_transfers_total: now.lead_transfers_total - (now.lead_transfers.length - received.length),
      sent_transfers: sent,
      sent_transfers_total: now.sent_transfers_total - (now.sent_transfers.length - sent.length),
    }
  })
  refreshLeads([lead.id])
}

/** Accepts, acknowledges or rejects a received lead. */
export const decideTransfer = {
  mutationFn: ({ lead_id, accept }: { lead_id: number; accept: boolean }) =>
    call(transferCalls.decide, { id: lead_id, accept }),
  onSuccess: leaveBoth,
}

/** Takes a sent lead back. */
export const cancelTransfer = {
  mutationFn: (lead_id: number) => call(transferCalls.cancel, { id: lead_id }),
  onSuccess: leaveBoth,
}

/** Acknowledges all assignments. */
export const acknowledgeAll = {
  mutationFn: () => call(transferCalls.acknowledge, {}),
  onSuccess: () => refreshTransfers([]),
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
export const setRecruiter = {
  mutationFn: (user_id: number | null) => call(transferCalls.setRecruiter, { user_id }),
  onSuccess: () => queryClient.invalidateQueries({ queryKey: recruiterQuery.queryKey }),
}

/** Flags a lead as bogus: it leaves every list. */
export async function flagBogus(id: number): Promise<void> {
  await call(transferCalls.flagBogus, { id })
  dropLeads(queryClient, new Set([id]))
  refreshLeads([id])
  void queryClient.invalidateQueries({ queryKey: bogusLeadsQuery.queryKey })
}

/** Takes the flag away. */
export async function restoreBogus(id: number): Promise<void> {
  await call(transferCalls.restoreBogus, { id })
  refreshLeads([id])
  void queryClient.invalidateQueries({ queryKey: bogusLeadsQuery.queryKey })
}
