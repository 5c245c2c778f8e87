import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { timelineKey } from '../../milestones/web/client.ts'
import { timelineCalls } from '../contract.ts'

type Wanted = NonNullable<InputOf<typeof timelineCalls.list>['filter']>

/** What of the timeline is shown. */
export interface TimelineQuestion {
  wanted: Readonly<Wanted>
  search: string
}

const PER_PAGE = 50

/** Everything that happened with a lead, newest first, page after page. */
export const timelineQuery = (leadId: number, { wanted, search }: TimelineQuestion) =>
  infiniteQueryOptions({
    queryKey: [...timelineKey(leadId), wanted, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        timelineCalls.list,
        {
          leadId,
          perPage: PER_PAGE,
          filter: [...wanted],
          ...(search ? { search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    staleTime: 15_000,
  })
