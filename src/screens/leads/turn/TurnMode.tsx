import { Button } from '@mantine/core'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { fetchPage, refetchLists } from '../../../features/leads/web/client/leads.ts'
import { useViewer } from '../../../features/leads/web/client/useViewer.ts'
import type { ListQuestion } from '../../../features/leads/web/extensions.ts'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { NEW_STATUS } from './round.ts'
import { TurnFrame } from './TurnFrame.tsx'
import { TurnRound } from './TurnRound.tsx'
import type { TurnAddress } from './turnAddress.ts'

interface TurnModeProps {
  /** The list under it; its new leads are gone through, at most a page of the longest. */
  question: ListQuestion
  address: TurnAddress
}

const MINUTE = 60_000

/** The new leads of a list, one at a time. */
export function TurnMode({ question, address }: TurnModeProps) {
  const { zone } = useViewer()
  const now = useNow(MINUTE)
  const rows = useNewLeads(question)
  const leave = () => {
    address.close()
    // What was turned is not new any more.
    void refetchLists()
  }
  if (rows.data && rows.data.length > 0) {
    return <TurnRound question={question} rows={rows.data} address={address} now={now} zone={zone} onLeave={leave} />
  }
  return (
    <TurnFrame label="Turn mode" onLeave={leave}>
      {rows.error && <ErrorState isPage error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data && (
        <EmptyState isPage title="No new leads" actions={<Button onClick={leave}>Back to the list</Button>}>
          Every lead of this list has been turned. New ones appear in the list as they arrive.
        </EmptyState>
      )}
    </TurnFrame>
  )
}

/** Not a key of lists, which are fetched again while a round runs. */
const roundKey = (query: object): QueryKey => ['turn', query]

/** Read once for a round: who arrives or leaves while it runs changes nothing of its order. */
function useNewLeads({ list, filters }: ListQuestion) {
  const query = {
    list,
    filters: { ...filters, status: [NEW_STATUS] },
    sort: 'created_at' as const,
    startPage: 1,
    perPage: MAX_PER_PAGE,
  }
  return useQuery({
    queryKey: roundKey(query),
    queryFn: ({ signal }) => fetchPage(query, { page: 1 }, signal),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
