import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { call, download, saveFile } from '../../../platform/web/calls/call.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { SENT_ON_RESUME } from '../../sending/rules.ts'
import { type Showing, type ShowingOfLead, showingCalls } from '../contract.ts'
import { SHOWINGS_PAGE, type ShowingStatus, showingStatusLabels } from '../rules.ts'

/** What is said when showings cannot be read and the server gives no reason (specification §8). */
export const SHOWINGS_FAILED = 'There was an issue with loading showings for this lead. Please contact an admin.'

export const showingKeys = {
  all: ['showings'] as const,
  ofLead: (leadId: number) => ['showings', leadId] as const,
  calendar: ['showings', 'calendar'] as const,
}

/** A page of a lead's showings; pages count from 0. */
export const showingsQuery = (leadId: number, page: number) =>
  queryOptions({
    queryKey: [...showingKeys.ofLead(leadId), page],
    queryFn: ({ signal }) =>
      call(showingCalls.list, { leadId, offset: page * SHOWINGS_PAGE, limit: SHOWINGS_PAGE }, { signal }),
    staleTime: 15_000,
  })

/** The reader's showings of some days, both included. */
export const showingCalendarQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...showingKeys.calendar, from, to],
    queryFn: ({ signal }) => call(showingCalls.calendarOf, { dateStart: from, dateEnd: to }, { signal }),
    staleTime: 15_000,
    select: ({ data }) => data,
  })

/** Whether the client can be told, and what is in the way of a time. */
export const planQuery = (input: InputOf<typeof showingCalls.plan>) =>
  queryOptions({
    queryKey: ['showings', 'plan', input],
    queryFn: ({ signal }) => call(showingCalls.plan, input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    retry: false,
  })

/** Homes whose number or address holds what is typed. */
export const homesQuery = (search: string) =>
  queryOptions({
    queryKey: ['showings', 'homes', search],
    queryFn: ({ signal }) => call(showingCalls.homes, { search }, { signal }),
    enabled: search.trim().length >= 3,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    select: ({ data }) => data,
  })

/** Fetches showings again wherever they are shown. */
export const refetchShowings = async (client: QueryClient, leadId: number): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: showingKeys.ofLead(leadId) }),
    client.invalidateQueries({ queryKey: showingKeys.calendar }),
  ])
}

type NewShowing = InputOf<typeof showingCalls.create>
type ShowingChange = Omit<InputOf<typeof showingCalls.update>, 'id'>

/** Books a showing; the same key makes a repeated press count once. */
export const bookShowing = (input: NewShowing, idempotencyKey: string) =>
  call(showingCalls.create, input, { idempotencyKey })

/** Changes a showing; refused when somebody else was faster. */
export const changeShowing = (showing: Pick<Showing, 'id' | 'version'>, fields: ShowingChange) =>
  call(showingCalls.update, { id: showing.id, ...fields }, { ifMatch: `"${showing.version}"` })

const STALE = 'Someone else changed this showing. Check it and try again.'

/** Does something to a showing and fetches it again; says why when it could not be done. */
async function action(
  client: QueryClient,
  leadId: number,
  work: () => Promise<void>,
  retry?: () => void,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'stale'
    notifyFailure(isStale ? STALE : sentenceOf(error), isStale ? undefined : retry)
  }
  await refetchShowings(client, leadId)
}

/** What becomes of the e-mail to the client, where it does not go out at once. */
const emailSentence = ({ message }: Showing): string | null => (message?.is_paused ? SENT_ON_RESUME : null)

/** What was done and, when the client is notified of it, what becomes of the e-mail. */
export const withEmailSentence = (text: string, showing: Showing, isClientNotified: boolean): string =>
  [text, isClientNotified && emailSentence(showing)].filter(Boolean).join(' ')

/** Takes a showing to another state, says so, and offers to put it back. */
export const setShowingStatus = (client: QueryClient, showing: Showing, status: ShowingStatus, notify_client = false) =>
  action(client, showing.lead_id, async () => {
    const changed = await changeShowing(showing, { status, notify_client })
    const undo = () =>
      action(client, showing.lead_id, async () => {
        await changeShowing(changed, { status: showing.status, notify_client })
      })
    notify(withEmailSentence(`Showing ${showingStatusLabels[status].toLowerCase()}.`, changed, notify_client), {
      action: { label: 'Undo', run: () => void undo() },
    })
  })

/** Moves a showing to another time, says so, and offers to put it back. */
export const moveShowing = (
  client: QueryClient,
  showing: ShowingOfLead,
  to: { date: string; time_start: string; time_end: string },
  notify_client: boolean,
) =>
  action(client, showing.lead_id, async () => {
    const moved = await changeShowing(showing, { ...to, notify_client })
    const { date, time_start, time_end } = showing
    const undo = () =>
      action(client, showing.lead_id, async () => {
        await changeShowing(moved, { date, time_start, time_end, notify_client })
      })
    notify(withEmailSentence('Showing moved.', moved, notify_client), {
      action: { label: 'Undo', run: () => void undo() },
    })
  })

/** Takes a showing away and offers to undo it. */
export const removeShowing = (client: QueryClient, { id, lead_id }: Showing, notify_client = false) =>
  action(client, lead_id, async () => {
    await call(showingCalls.remove, { id, notify_client })
    const restore = () =>
      action(client, lead_id, async () => {
        await call(showingCalls.restore, { id })
      })
    notify('Showing deleted.', { destructive: true, action: { label: 'Undo', run: () => void restore() } })
  })

/** Sends the client the showing as it stands. */
export const notifyClient = (client: QueryClient, showing: Showing): Promise<void> =>
  action(
    client,
    showing.lead_id,
    async () => {
      notify(emailSentence(await call(showingCalls.notify, { id: showing.id })) ?? 'The e-mail is on its way.')
    },
    () => void notifyClient(client, showing),
  )

/** Saves the calendar file of a showing. */
export async function saveCalendarFile(showing: Showing): Promise<void> {
  try {
    saveFile(await download(showingCalls.calendar, { id: showing.id }))
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void saveCalendarFile(showing))
  }
}

/** Showings that clients confirmed just now. */
export const readAnswers = () => call(showingCalls.answers)

/** A showing, for whoever holds its link. */
export const visitQuery = (token: string) =>
  queryOptions({
    queryKey: ['visit', token],
    queryFn: ({ signal }) => call(showingCalls.visit, { token }, { signal }),
    retry: false,
  })

/** What the client says of a showing. */
export async function answerVisit(client: QueryClient, input: InputOf<typeof showingCalls.answer>): Promise<void> {
  client.setQueryData(visitQuery(input.token).queryKey, await call(showingCalls.answer, input))
}

/** Saves the calendar file of a showing, for whoever holds its link. */
export async function saveVisitFile(token: string): Promise<void> {
  saveFile(await download(showingCalls.visitCalendar, { token }))
}
