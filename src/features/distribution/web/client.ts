import { allRows } from '../../../platform/web/calls/allRows.ts'
import { call, type SentBy } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { decideTransfer } from '../../transfers/web/client/transfers.ts'
import { distributionCalls, type LedgerEntry, type Offer } from '../contract.ts'
import type { DistributionSettings, RejectReason } from '../rules/states.ts'

/** What is offered to the person now. */
export const offersQuery = queryOf(distributionCalls.offers, {}, { topics: ['offers'], staleTime: 30_000 })

const refetchOffers = () => refetchCall(queryClient, distributionCalls.offers)

/** Accepts an offer; the answer has the name. The offer is gone either way. */
export const acceptOffer = ({ lead_id }: Offer) =>
  decideTransfer({ id: lead_id, accept: true }).finally(() => void refetchOffers())

/** Rejects an offer, and says why. */
export const rejectOffer = async (offer: Offer, answer: { reason: RejectReason; note?: string }): Promise<void> => {
  await call(distributionCalls.reject, { id: offer.id, ...answer }).finally(() => void refetchOffers())
}

/** Reports to the server that an offer is here, or on the screen; that it did not get through is no loss to the person. */
export const acknowledgeOffer = (id: number, step: 'delivered' | 'seen'): void =>
  void call(distributionCalls.receipt, { id, step }).catch(() => {})

/** How a lead was distributed. */
export const distributionQuery = (id: number) =>
  queryOf(
    distributionCalls.ofLead,
    { id },
    {
      topics: [
        { topic: 'distribution', ids: [id] },
        { topic: 'leads', ids: [id] },
      ],
    },
  )

/** Agents who never get a lead. */
export const blocksQuery = (id: number) =>
  queryOf(
    distributionCalls.blocks,
    { id, perPage: 1 },
    {
      topics: [{ topic: 'distribution', ids: [id] }],
      fetch: ({ signal }) => allRows(window => call(distributionCalls.blocks, { id, ...window }, { signal })),
    },
  )

/** Fetches again who never gets a lead, and what became of an offer to them. */
export const refetchBlocks = (id: number) =>
  Promise.all([
    refetchCall(queryClient, distributionCalls.blocks, { id }),
    refetchCall(queryClient, distributionCalls.ofLead, { id }),
  ])

/** Never offers a lead to an agent. */
export const blockAgent = (id: number, { agent_id, reason }: { agent_id: number; reason: string }) =>
  call(distributionCalls.block, { id, agent_id, reason })

/** Lets a lead be offered to an agent again. */
export const allowAgent = (id: number, agentId: number) => call(distributionCalls.unblock, { id, agentId })

/** The person's own offers and skips. */
export const ownDecisionsQuery = pagesOf(distributionCalls.mine, { perPage: 25 }, { topics: ['offers'] })

/** Takes the open offer of a lead back. */
export async function withdrawOffer(id: number) {
  await call(distributionCalls.withdraw, { id })
  await refetchCall(queryClient, distributionCalls.ofLead, { id })
}

/** Every entry of the ledger of a lead. */
export const wholeLedger = async (id: number): Promise<LedgerEntry[]> =>
  (await allRows(window => call(distributionCalls.ledger, { id, ...window }))).data

/** What the draft would have done with the leads of the last days. */
export const rehearsalQuery = (days: 30 | 90) =>
  queryOf(distributionCalls.rehearsal, { days }, { topics: ['distribution'], staleTime: 60_000 })

/** When the person takes new leads. */
export const ownAvailabilityQuery = queryOf(distributionCalls.ownAvailability, {}, { topics: ['availability'] })

/** When every agent takes new leads. */
export const availabilitiesQuery = queryOf(
  distributionCalls.availabilities,
  { perPage: 1 },
  {
    topics: ['availability', 'people'],
    fetch: ({ signal }) => allRows(window => call(distributionCalls.availabilities, window, { signal })),
  },
)

/** Saves when an agent takes new leads: the person, or somebody else. */
export async function saveAvailability(
  { id, ...fields }: SentBy<typeof distributionCalls.setAvailability>,
  isOwn: boolean,
) {
  const saved = isOwn
    ? await call(distributionCalls.setOwnAvailability, fields)
    : await call(distributionCalls.setAvailability, { id, ...fields })
  await Promise.all([
    refetchCall(queryClient, distributionCalls.ownAvailability),
    refetchCall(queryClient, distributionCalls.availabilities),
  ])
  return saved
}

/** How leads are distributed. */
export const settingsQuery = queryOf(distributionCalls.settings, {}, { topics: ['distribution'] })

/** Takes leads from the agents who have them and offers each to the others. */
export const offerMany = (ids: readonly number[]) => call(distributionCalls.offerMany, { ids: [...ids] })

/** Changes how leads are distributed. */
export async function saveSettings(settings: Partial<DistributionSettings>) {
  const { resting_sources, offer_channels, ...rest } = settings
  await call(distributionCalls.setSettings, {
    ...rest,
    ...(resting_sources && { resting_sources: [...resting_sources] }),
    ...(offer_channels && { offer_channels: [...offer_channels] }),
  })
  await refetchCall(queryClient, distributionCalls.settings)
}
