import { allRows } from '../../../platform/web/calls/allRows.ts'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { commissionCalls } from '../contract.ts'

const FRESH_MS = 15_000

/** The commission of a deal. */
export const dealCommissionQuery = (id: number) =>
  queryOf(commissionCalls.deal, { id }, { topics: ['commission', { topic: 'deals', ids: [id] }], staleTime: FRESH_MS })

/** Plans and years of everybody whose commission the person may see. */
export const agentsQuery = queryOf(
  commissionCalls.agents,
  { perPage: 1 },
  {
    topics: ['commission'],
    staleTime: FRESH_MS,
    fetch: ({ signal }) => allRows(window => call(commissionCalls.agents, window, { signal })),
  },
)

/** An agent's plan with its versions, and what they were paid. */
export const accountQuery = (agentId: number) =>
  queryOf(commissionCalls.account, { agentId }, { topics: ['commission'], staleTime: FRESH_MS })

/** Fetches commission again after something of it has changed. */
export const refetchCommission = () =>
  Promise.all(
    [commissionCalls.deal, commissionCalls.agents, commissionCalls.account].map(one => refetchCall(queryClient, one)),
  )

/** Makes the statement of a deal that closed before statements were kept. */
export const stateDeal = async (id: number): Promise<void> => {
  await call(commissionCalls.state, { id })
  await refetchCommission()
}

/** Saves the statement of a deal for one agent. */
export const saveStatement = async (id: number, agentId: number): Promise<void> =>
  saveFile(await download(commissionCalls.statement, { id, agent_id: agentId }))

/** Saves what an agent was paid for a month. */
export const saveMonth = async (agentId: number, month: string): Promise<void> =>
  saveFile(await download(commissionCalls.month, { agentId, month }))

/** Saves what everybody was paid in a year. */
export const saveYear = async (year: number): Promise<void> => saveFile(await download(commissionCalls.t4a, { year }))
