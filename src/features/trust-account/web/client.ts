import { allRows } from '../../../platform/web/calls/allRows.ts'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { trustAccountCalls } from '../contract.ts'

const FRESH_MS = 15_000

/** What is held in trust for a deal. */
export const dealTrustQuery = (id: number) =>
  queryOf(trustAccountCalls.deal, { id }, { topics: ['trust', { topic: 'deals', ids: [id] }], staleTime: FRESH_MS })

/** Deals for which money is held. */
export const holdingsQuery = queryOf(
  trustAccountCalls.holdings,
  { perPage: 1 },
  {
    topics: ['trust', 'deals'],
    staleTime: FRESH_MS,
    fetch: ({ signal }) => allRows(window => call(trustAccountCalls.holdings, window, { signal })),
  },
)

/** Months of the ledger, the latest first. */
export const monthsQuery = queryOf(
  trustAccountCalls.months,
  { perPage: 1 },
  {
    topics: ['trust'],
    staleTime: FRESH_MS,
    fetch: ({ signal }) => allRows(window => call(trustAccountCalls.months, window, { signal })),
  },
)

/** A month with what it takes to balance it. */
export const monthQuery = (month: string) =>
  queryOf(trustAccountCalls.month, { month }, { topics: ['trust'], staleTime: FRESH_MS })

/** What a month is balanced with. */
export const entriesQuery = (month: string) =>
  queryOf(
    trustAccountCalls.entries,
    { month, perPage: 1 },
    {
      topics: ['trust'],
      staleTime: FRESH_MS,
      fetch: ({ signal }) => allRows(window => call(trustAccountCalls.entries, { month, ...window }, { signal })),
    },
  )

/** Fetches the trust account again after something of it has changed. */
export const refetchTrust = () =>
  Promise.all(
    (['deal', 'holdings', 'months', 'month', 'entries'] as const).map(name =>
      refetchCall(queryClient, trustAccountCalls[name]),
    ),
  )

/** Has a month balanced again. */
export const takeBackMonth = async (month: string): Promise<void> => {
  await call(trustAccountCalls.takeBack, { month })
  await refetchTrust()
}

/** Closes a month. */
export const closeMonth = async (month: string): Promise<void> => {
  await call(trustAccountCalls.close, { month })
  await refetchTrust()
}

/** Saves the receipt for a deposit. */
export const saveReceipt = async (id: number, entry_id: number): Promise<void> =>
  saveFile(await download(trustAccountCalls.receipt, { id, entry_id }))

/** Saves a month of the ledger. */
export const saveMonth = async (month: string): Promise<void> =>
  saveFile(await download(trustAccountCalls.file, { month }))
