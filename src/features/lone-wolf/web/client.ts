import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { refetchDeals } from '../../deals/web/client.ts'
import { type DealTrade, loneWolfCalls } from '../contract.ts'

const FRESH_MS = 15_000
const open: readonly DealTrade['state'][] = ['waiting', 'sending', 'unknown', 'lost']

/** How a deal stands with Lone Wolf; asked again by itself while something is on its way, since silence tells nobody. */
export const tradeQuery = (id: number) => ({
  ...queryOf(loneWolfCalls.get, { id }, { topics: [{ topic: 'lone-wolf', ids: [id] }], staleTime: FRESH_MS }),
  refetchInterval: ({ state: { data } }: { state: { data?: DealTrade | undefined } }) =>
    data && open.includes(data.state) ? FRESH_MS : (false as const),
})

const settle = () => Promise.all([refetchCall(queryClient, loneWolfCalls.get), refetchDeals()])

/** Has a deal sent. */
export const sendDeal = (id: number) =>
  undoable({
    run: () => call(loneWolfCalls.send, { id }),
    said: 'The deal goes to Lone Wolf.',
    failed: 'Failed to send the deal.',
    settle,
  })

/** Has its trade looked for now. */
export const lookForTrade = (id: number) =>
  undoable({
    run: () => call(loneWolfCalls.look, { id }),
    said: 'Lone Wolf is being asked.',
    failed: 'Failed to ask Lone Wolf.',
    settle,
  })

/** Says which side holds. */
export const decideSides = (id: number, keep: 'ours' | 'theirs') =>
  undoable({
    run: () => call(loneWolfCalls.settle, { id, keep }),
    said: keep === 'ours' ? 'Ours goes to Lone Wolf.' : 'The deal is as Lone Wolf has it.',
    failed: 'Failed to settle the difference.',
    settle,
  })
