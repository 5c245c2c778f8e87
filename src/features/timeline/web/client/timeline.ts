import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import { timelineKey } from '../../../milestones/web/client.ts'
import { timelineCalls } from '../../contract.ts'
import { covers, renewed, type TimelinePage } from '../rules/pages.ts'
import { isShown } from './inView.ts'

type Wanted = NonNullable<InputOf<typeof timelineCalls.list>['filter']>

/** What of the timeline is shown. */
export interface TimelineQuestion {
  wanted: Readonly<Wanted>
  search: string
}

type Read = InfiniteData<TimelinePage, string>

const PER_PAGE = 50
const NEWEST = ''

/**
 * Everything that happened with a lead, newest first, page after page. Reading it again asks for the newest page and for
 * what is in view, however much was read; the rest is marked, and follows when somebody comes to it.
 */
export const timelineQuery = (leadId: number, question: TimelineQuestion) => {
  const queryKey = [...timelineKey(leadId), question.wanted, question.search]
  return infiniteQueryOptions<TimelinePage, Error, Read, readonly unknown[], string>({
    queryKey,
    queryFn: ({ pageParam, signal, client }): Promise<TimelinePage> | TimelinePage => {
      const read = client.getQueryData<Read>(queryKey)
      const known = knownPage(read, pageParam)
      if (!known || read?.pages.length === 1) return ask(leadId, question, pageParam, { signal })
      if (pageParam !== NEWEST && !isShown(leadId, pageParam)) return { ...known, isPast: true }
      return readAgain(leadId, question, pageParam, known, signal)
    },
    initialPageParam: NEWEST,
    getNextPageParam: last => last.next_cursor ?? undefined,
    staleTime: 15_000,
  })
}

/** Reads one page again, which changed since it was read. */
export async function refreshPage(
  client: QueryClient,
  leadId: number,
  question: TimelineQuestion,
  cursor: string,
): Promise<void> {
  const { queryKey } = timelineQuery(leadId, question)
  const known = knownPage(client.getQueryData<Read>(queryKey), cursor)
  if (!known) return
  const page = await readAgain(leadId, question, cursor, known)
  client.setQueryData<Read>(
    queryKey,
    read =>
      read && {
        ...read,
        pages: read.pages.map((each, index) => (read.pageParams[index] === cursor ? page : each)),
      },
  )
}

const knownPage = (read: Read | undefined, cursor: string): TimelinePage | undefined =>
  read?.pages[read.pageParams.indexOf(cursor)]

/** Reads a page again, to its end, so that the pages after it stay what they are. */
async function readAgain(
  leadId: number,
  question: TimelineQuestion,
  cursor: string,
  known: TimelinePage,
  signal?: AbortSignal,
): Promise<TimelinePage> {
  let read = await ask(leadId, question, cursor, { signal })
  while (read.next_cursor !== null && !covers(read, known)) {
    const { data, next_cursor } = await ask(leadId, question, read.next_cursor, { perPage: MAX_PER_PAGE, signal })
    read = { data: [...read.data, ...data], next_cursor }
  }
  return renewed(read, known)
}

const ask = (
  leadId: number,
  { wanted, search }: TimelineQuestion,
  cursor: string,
  { perPage = PER_PAGE, signal }: { perPage?: number; signal?: AbortSignal | undefined },
): Promise<TimelinePage> =>
  call(
    timelineCalls.list,
    { leadId, perPage, filter: [...wanted], ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) },
    signal ? { signal } : {},
  )
