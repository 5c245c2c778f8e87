import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { useLive } from '../../../platform/web/live/live.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { type SavedView, viewCalls } from '../contract.ts'

/** The views of the person, in their order, with how many leads each finds. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => call(viewCalls.list, {}, { signal }),
  staleTime: 60_000,
})

/** With whom the person may share. */
export const viewSharingQuery = queryOptions({
  queryKey: ['views', 'sharing'],
  queryFn: ({ signal }) => call(viewCalls.sharing, {}, { signal }),
  staleTime: 5 * 60_000,
})

const refetch = () => void queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey, exact: true })

/** Leads change all day: counts are asked for again this long after a change, and no more often than the second. */
const SOON_MS = 1500
const RARELY_MS = 20_000

/** Keeps the views and their counts true while leads change. A window that nobody looks at waits until somebody does. */
export function useViewsLive(): void {
  useLive('views', refetch)
  const timer = useRef<number | null>(null)
  const askedAt = useRef(0)
  useLive('leads', () => {
    if (timer.current !== null) return
    const wait = Math.max(SOON_MS, askedAt.current + RARELY_MS - Date.now())
    timer.current = window.setTimeout(() => {
      timer.current = null
      askedAt.current = Date.now()
      if (document.visibilityState === 'visible') refetch()
      else addEventListener('visibilitychange', refetch, { once: true })
    }, wait)
  })
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
}

type Views = readonly SavedView[]

/** Shows a change at once; an answer that refuses puts everything back. */
async function optimistically<Answer>(change: (views: Views) => Views, asked: () => Promise<Answer>): Promise<Answer> {
  await queryClient.cancelQueries({ queryKey: viewsQuery.queryKey, exact: true })
  const before = queryClient.getQueryData(viewsQuery.queryKey)
  queryClient.setQueryData(viewsQuery.queryKey, views => views && [...change(views)])
  try {
    return await asked()
  } catch (error) {
    queryClient.setQueryData(viewsQuery.queryKey, before)
    throw error
  } finally {
    refetch()
  }
}

export type NewView = InputOf<typeof viewCalls.create>

/** Saves a question as a view; it stands last until it is moved. */
export async function saveView(view: NewView): Promise<SavedView> {
  const saved = await call(viewCalls.create, view, { idempotencyKey: crypto.randomUUID() })
  queryClient.setQueryData(viewsQuery.queryKey, views => views && [...views, saved])
  refetch()
  return saved
}

type Changes = Omit<InputOf<typeof viewCalls.update>, 'id'>

/** Changes a view, unless somebody else changed it meanwhile. */
export const changeView = ({ id, version }: SavedView, changes: Changes): Promise<SavedView> => {
  const { name, ...rest } = changes
  const shown = {
    ...(name ? { name } : {}),
    ...(rest.filters ? { filters: rest.filters, count: null } : {}),
    ...(rest.columns === undefined ? {} : { columns: rest.columns }),
  }
  return optimistically(
    views => views.map(view => (view.id === id ? { ...view, ...shown } : view)),
    () => call(viewCalls.update, { ...changes, id }, { ifMatch: `"${version}"` }),
  )
}

export const removeView = (id: number) =>
  optimistically(
    views => views.filter(view => view.id !== id),
    () => call(viewCalls.remove, { id }),
  )

export async function restoreView(id: number): Promise<void> {
  await call(viewCalls.restore, { id })
  refetch()
}

/** Puts the views in this order. */
export const orderViews = (ids: readonly number[]) =>
  optimistically(
    views => ids.flatMap(id => views.find(view => view.id === id) ?? []),
    () => call(viewCalls.order, { ids: [...ids] }),
  )
