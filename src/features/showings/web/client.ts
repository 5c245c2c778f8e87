import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { call, download, saveFile } from '../../../platform/web/call.ts'
import { notify, notifyFailure } from '../../../platform/web/notices.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type Showing, showingCalls } from '../contract.ts'
import { SHOWINGS_PAGE, type ShowingStatus, showingStatusLabels } from '../rules.ts'

/** What is said when showings cannot be read and the server gives no reason (specification §8). */
export const SHOWINGS_FAILED = 'There was an issue with loading showings for this lead. Please contact an admin.'

export const showingKeys = { ofLead: (leadId: number) => ['showings', leadId] as const }

/** A page of a lead's showings; pages count from 0. */
export const showingsQuery = (leadId: number, page: number) =>
  queryOptions({
    queryKey: [...showingKeys.ofLead(leadId), page],
    queryFn: ({ signal }) =>
      call(showingCalls.list, { leadId, offset: page * SHOWINGS_PAGE, limit: SHOWINGS_PAGE }, { signal }),
    staleTime: 15_000,
  })

/** Fetches every page of a lead's showings again. */
export const refetchShowings = (client: QueryClient, leadId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: showingKeys.ofLead(leadId) })

type NewShowing = InputOf<typeof showingCalls.create>

/** Books a showing; the same key makes a repeated press count once. */
export const bookShowing = (input: NewShowing, idempotencyKey: string) =>
  call(showingCalls.create, input, { idempotencyKey })

/** Changes a showing; refused when somebody else was faster. */
export const changeShowing = (showing: Showing, fields: Omit<NewShowing, 'leadId'>) =>
  call(showingCalls.update, { id: showing.id, ...fields }, { ifMatch: `"${showing.version}"` })

/** Takes a showing to another state, and says so. */
export async function setShowingStatus(client: QueryClient, showing: Showing, status: ShowingStatus): Promise<void> {
  try {
    await call(showingCalls.update, { id: showing.id, status })
    notify(`Showing ${showingStatusLabels[status].toLowerCase()}.`)
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
  await refetchShowings(client, showing.lead_id)
}

/** Takes a showing away and offers to undo it. */
export async function removeShowing(client: QueryClient, { id, lead_id }: Showing): Promise<void> {
  try {
    await call(showingCalls.remove, { id })
    const restore = async () => {
      await call(showingCalls.restore, { id }).catch((error: unknown) => notifyFailure(sentenceOf(error)))
      await refetchShowings(client, lead_id)
    }
    notify('Showing deleted.', { destructive: true, act: { label: 'Undo', run: () => void restore() } })
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
  await refetchShowings(client, lead_id)
}

/** Saves the calendar file of a showing. */
export async function saveCalendarFile(showing: Showing): Promise<void> {
  try {
    saveFile(await download(showingCalls.calendar, { id: showing.id }))
  } catch (error) {
    notifyFailure(sentenceOf(error), () => void saveCalendarFile(showing))
  }
}
