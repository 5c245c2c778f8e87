import { queryOptions } from '@tanstack/react-query'
import { cachedChange, showAtOnce } from '../../../platform/web/calls/cached.ts'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { useSettledChanges } from '../../../platform/web/live/useSettledChanges.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { type SavedView, viewCalls } from '../contract.ts'

/** The views of the person, in their order, with how many leads each finds. */
export const viewsQuery = queryOptions({
  ...queryOf(viewCalls.list, { perPage: MAX_PER_PAGE }, { topics: ['views'], staleTime: 60_000 }),
  select: ({ data }) => data,
})

/** With whom the person may share. */
export const viewSharingQuery = queryOf(viewCalls.sharing, {}, { topics: [], staleTime: 5 * 60_000 })

/** Fetches the views again. */
export const refetchViews = (): Promise<void> => refetchCall(queryClient, viewCalls.list)

/** Leads change all day: counts are asked for again this long after a change, and no more often than the second. */
const SOON_MS = 1500
const RARELY_MS = 20_000

/** Keeps the counts of the views true while leads change. A window that nobody looks at waits until somebody does. */
export function useViewsLive(): void {
  const refetch = () => void refetchViews()
  const refetchOnceSeen = () => {
    if (document.visibilityState === 'visible') refetch()
    else addEventListener('visibilitychange', refetch, { once: true })
  }
  useSettledChanges('leads', refetchOnceSeen, { afterMs: SOON_MS, everyMs: RARELY_MS })
}

type Views = readonly SavedView[]

/** Shows the views changed, until the server answers. */
export const showViews = (change: (views: Views) => Views): Promise<() => void> =>
  showAtOnce(queryClient, [cachedChange(viewCalls.list, page => ({ ...page, data: [...change(page.data)] }))])

/** What can be changed of a view. */
export type ViewChanges = Omit<InputOf<typeof viewCalls.update>, 'id'>

/** Shows a view changed. */
export function showViewChanged(id: number, { name, filters, columns }: ViewChanges): Promise<() => void> {
  const shown = {
    ...(name ? { name } : {}),
    ...(filters ? { filters, count: null } : {}),
    ...(columns === undefined ? {} : { columns }),
  }
  return showViews(views => views.map(view => (view.id === id ? { ...view, ...shown } : view)))
}

/** Changes a view, unless somebody else changed it meanwhile. */
export const changeView = ({ id, version }: SavedView, changes: ViewChanges): Promise<SavedView> =>
  call(viewCalls.update, { ...changes, id }, { ifMatch: `"${version}"` })

export const removeView = (id: number) => call(viewCalls.remove, { id })

export const restoreView = (id: number) => call(viewCalls.restore, { id })

/** Puts the views in this order. */
export const orderViews = (ids: readonly number[]) => call(viewCalls.order, { ids: [...ids] })
