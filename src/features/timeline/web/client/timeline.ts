import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { call } from '../../../../platform/web/calls/call.ts'
import { pagedQueryOf } from '../../../../platform/web/calls/queryOf.ts'
import { MAX_PER_PAGE } from '../../../../platform/wire/page.ts'
import { timelineCalls } from '../../contract.ts'
import { covers, renewed, type TimelinePage, type TimelineQuestion } from '../rules/pages.ts'

export type { TimelineQuestion } from '../rules/pages.ts'

import { isShown } from './inView.ts'
import { entriesThatWait } from './offline.ts'

type Read = InfiniteData<TimelinePage, string>

/** Everything, as a timeline opens. */
export const wholeTimeline: TimelineQuestion = { wanted: ['all'], search: '' }

const PER_PAGE = 50
const NEWEST = ''

/**
 * Everything that happened with a lead, newest first, page after page. Reading it again asks for the newest page and for
 * what is in view, however much was read; the rest is marked, and follows when somebody comes to it.
 */
export const timelineQuery = (leadId: number, question: TimelineQuestion) =>
  pagedQueryOf<typeof timelineCalls.list, string, TimelinePage>(
    timelineCalls.list,
    { leadId, ...question },
    {
      topics: [
        { topic: 'milestones', ids: [leadId] },
        { topic: 'notes', ids: [leadId] },
        // A task that was done changes its lead, too.
        { topic: 'leads', ids: [leadId] },
      ],
      patches: [entriesThatWait(leadId, question)],
      first: NEWEST,
      next: last => last.next_cursor,
      fetch(start, { signal, client }) {
        const read = readBefore(client, leadId, question)
        const known = knownPage(read, start)
        if (!known || read?.pages.length === 1) return ask(leadId, question, start, { signal })
        if (start !== NEWEST && !isShown(leadId, start)) return { ...known, isPast: true }
        return readAgain(leadId, question, start, known, signal)
      },
      staleTime: 15_000,
    },
  )

const readBefore = (client: QueryClient, leadId: number, question: TimelineQuestion): Read | undefined =>
  client.getQueryData(timelineQuery(leadId, question).queryKey)

/** Reads one page again, which changed since it was read. */
export async function refreshPage(
  client: QueryClient,
  leadId: number,
  question: TimelineQuestion,
  cursor: string,
): Promise<void> {
  const { queryKey } = timelineQuery(leadId, question)
  const known = knownPage(readBefore(client, leadId, question), cursor)
  if (!known) return
  const page = await readAgain(leadId, question, cursor, known)
  client.setQueryData(
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
