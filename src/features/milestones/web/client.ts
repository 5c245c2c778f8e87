import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import { callOrKeep } from '../../../platform/web/outgoing.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { milestoneCalls } from '../contract.ts'

/** What of the timeline is shown. An empty `types` means everything. */
export interface TimelineFilter {
  types: readonly number[]
  search: string
}

export const milestoneKeys = {
  ofLead: (leadId: number) => ['milestones', leadId] as const,
}

/** The timeline of a lead, newest first, page after page. */
export const timelineQuery = (leadId: number, filter: TimelineFilter) =>
  infiniteQueryOptions({
    queryKey: [...milestoneKeys.ofLead(leadId), filter],
    queryFn: ({ pageParam, signal }) =>
      call(
        milestoneCalls.list,
        {
          leadId,
          perPage: 50,
          filter: filter.types.length > 0 ? [...filter.types] : ['all'],
          ...(filter.search ? { search: filter.search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
    staleTime: 15_000,
  })

export type ProgressInput = InputOf<typeof milestoneCalls.progress>

const LINE = 60

/**
 * Records progress with a lead. The same key makes a repeated press count once; without a network it waits on the device,
 * and `null` comes back.
 */
export const saveProgress = (input: ProgressInput, key: string) =>
  callOrKeep(milestoneCalls.progress, input, {
    key,
    label: 'Milestone',
    words: (input.description ?? '').slice(0, LINE),
    about: `lead:${input.id}`,
  })
