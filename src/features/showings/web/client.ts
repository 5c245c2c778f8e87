import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../../platform/web/calls/allRows.ts'
import { ApiError } from '../../../platform/web/calls/apiErrors.ts'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { SENT_ON_RESUME } from '../../sending/rules.ts'
import { type Showing, type ShowingOfLead, showingCalls } from '../contract.ts'
import { SHOWINGS_PAGE, type ShowingStatus, showingStatusLabels } from '../rules.ts'

/** What is said when showings cannot be read and the server gives no reason (specification §8). */
export const SHOWINGS_FAILED = 'There was an issue with loading showings for this lead. Please contact an admin.'

/** A page of a lead's showings; pages count from 0. */
export const showingsQuery = (leadId: number, page: number) =>
  queryOf(
    showingCalls.list,
    { leadId, offset: page * SHOWINGS_PAGE, limit: SHOWINGS_PAGE },
    { topics: [{ topic: 'showings', ids: [leadId] }], staleTime: 15_000 },
  )

/** The reader's showings of some days, both included. */
export const showingCalendarQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions({
    ...queryOf(
      showingCalls.calendarOf,
      { dateStart: from, dateEnd: to },
      {
        topics: ['showings'],
        staleTime: 15_000,
        fetch: ({ signal }) =>
          allRows(window => call(showingCalls.calendarOf, { dateStart: from, dateEnd: to, ...window }, { signal })),
      },
    ),
    select: ({ data }) => data,
  })

/** Whether the client can be told, and what is in the way of a time. */
export const planQuery = (input: InputOf<typeof showingCalls.plan>) =>
  queryOptions({
    ...queryOf(showingCalls.plan, input, { topics: [], staleTime: 15_000 }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** What a showing with a lead can begin with. */
export const proposalsQuery = (leadId: number) =>
  queryOptions({
    ...queryOf(
      showingCalls.proposals,
      { leadId },
      {
        topics: [
          { topic: 'requests', ids: [leadId] },
          { topic: 'milestones', ids: [leadId] },
        ],
        staleTime: 15_000,
      },
    ),
    retry: false,
  })

/** Homes whose number or address holds what is typed. */
export const homesQuery = (search: string) =>
  queryOptions({
    ...queryOf(showingCalls.homes, { search }, { topics: [], staleTime: 60_000 }),
    enabled: search.trim().length >= 3,
    placeholderData: keepPreviousData,
    select: ({ data }) => data,
  })

/** Fetches showings again wherever they are shown. */
export const refetchShowings = (leadId: number): Promise<void> => invalidateTopic(queryClient, 'showings', [leadId])

type ShowingChange = Omit<InputOf<typeof showingCalls.update>, 'id'>

const STALE = 'Someone else changed this showing. Check it and try again.'

/** Changes a showing. `null` when somebody else was faster, which is said: trying again would be refused again. */
async function changeShowing(
  { id, version }: Pick<Showing, 'id' | 'version'>,
  fields: ShowingChange,
): Promise<Showing | null> {
  try {
    return await call(showingCalls.update, { id, ...fields }, { ifMatch: `"${version}"` })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'stale')) throw error
    notifyFailure(STALE)
    return null
  }
}

/** What becomes of the e-mail to the client, where it does not go out at once. */
const emailSentence = ({ message }: Showing): string | null => (message?.is_paused ? SENT_ON_RESUME : null)

/** What was done and, when the client is notified of it, what becomes of the e-mail. */
export const withEmailSentence = (text: string, showing: Showing, isClientNotified: boolean): string =>
  [text, isClientNotified && emailSentence(showing)].filter(Boolean).join(' ')

/** Changes a showing, says so, and offers to put it back. */
const changeUndoably = (
  showing: Pick<Showing, 'id' | 'version' | 'lead_id'>,
  change: { to: ShowingChange; back: ShowingChange; said: string },
  notify_client: boolean,
) =>
  undoable({
    run: () => changeShowing(showing, { ...change.to, notify_client }),
    said: changed => changed && withEmailSentence(change.said, changed, notify_client),
    undo: async changed => changed && changeShowing(changed, { ...change.back, notify_client }),
    settle: () => refetchShowings(showing.lead_id),
  })

/** Takes a showing to another state, says so, and offers to put it back. */
export const setShowingStatus = (showing: Showing, status: ShowingStatus, notify_client = false) =>
  changeUndoably(
    showing,
    {
      to: { status },
      back: { status: showing.status },
      said: `Showing ${showingStatusLabels[status].toLowerCase()}.`,
    },
    notify_client,
  )

/** Moves a showing to another time, says so, and offers to put it back. */
export function moveShowing(
  showing: ShowingOfLead,
  to: { date: string; time_start: string; time_end: string },
  notify_client: boolean,
) {
  const { date, time_start, time_end } = showing
  return changeUndoably(showing, { to, back: { date, time_start, time_end }, said: 'Showing moved.' }, notify_client)
}

/** Takes a showing away and offers to undo it. */
export const removeShowing = ({ id, lead_id }: Showing, notify_client = false) =>
  undoable({
    run: () => call(showingCalls.remove, { id, notify_client }),
    said: 'Showing deleted.',
    undo: () => call(showingCalls.restore, { id }),
    destructive: true,
    settle: () => refetchShowings(lead_id),
  })

/** Sends the client the showing as it stands. */
export const notifyClient = ({ id, lead_id }: Showing) =>
  undoable({
    run: () => call(showingCalls.notify, { id }),
    said: showing => emailSentence(showing) ?? 'The e-mail is on its way.',
    settle: () => refetchShowings(lead_id),
  })

/** Saves the calendar file of a showing. */
export const saveCalendarFile = ({ id }: Showing) =>
  undoable({ run: async () => saveFile(await download(showingCalls.calendar, { id })), said: () => null })

/** Showings that clients confirmed just now. */
export const readAnswers = () => call(showingCalls.answers)

/** A showing, for whoever holds its link. */
export const visitQuery = (token: string) =>
  queryOptions({ ...queryOf(showingCalls.visit, { token }, { topics: [] }), retry: false })

/** What the client says of a showing; what was out of date when they said it is fetched again. */
export async function answerVisit(input: InputOf<typeof showingCalls.answer>): Promise<void> {
  const { queryKey } = visitQuery(input.token)
  try {
    queryClient.setQueryData(queryKey, await call(showingCalls.answer, input))
  } catch (error) {
    void refetchCall(queryClient, showingCalls.visit, { token: input.token })
    throw error
  }
}

/** Saves the calendar file of a showing, for whoever holds its link. */
export async function saveVisitFile(token: string): Promise<void> {
  saveFile(await download(showingCalls.visitCalendar, { token }))
}
