import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { listenLive, useLive } from '../../../../platform/web/live/live.ts'
import { refreshRows } from '../client/leadCache.ts'
import { fetchFirstPage, type LeadListQuery, leadKeys } from '../client/leads.ts'
import type { Selection } from '../rules/selection.ts'
import type { LoadedList } from './useLeadList.ts'

/** Rows that are read again one by one; beyond that the list is. */
const FEW = 25
/** Changes that come close together are answered together. */
const SETTLE_MS = 150

// Completing or deleting a task clears the leads' data (specification §4): also while another screen is open, so that
// whoever comes back finds the list read anew.
let tasksChanged = 0
listenLive('tasks', () => {
  clearTimeout(tasksChanged)
  tasksChanged = window.setTimeout(() => void queryClient.invalidateQueries({ queryKey: leadKeys.lists }), SETTLE_MS)
})

// A list that nobody looks at is not read again, but is once somebody comes back to it.
listenLive('leads', () => void queryClient.invalidateQueries({ queryKey: leadKeys.lists, refetchType: 'none' }))

/**
 * What others change shows where it stands; rows that are not here yet wait to be asked for, so that nothing moves
 * under the pointer. Answers how many wait.
 */
export function useLeadsLive(
  query: LeadListQuery,
  list: LoadedList,
  selection: Selection,
): { waiting: number; settle(): void } {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const pending = useRef({ ids: new Set<number>(), anything: false, timer: 0 })
  const latest = useRef({ query, list })
  latest.current = { query, list }
  const identity = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows waiting
  useEffect(() => setWaiting(0), [identity])

  const answer = async () => {
    const { ids, anything } = pending.current
    pending.current = { ids: new Set(), anything: false, timer: 0 }
    const here = new Set(latest.current.list.ids)
    const changed = [...ids].filter(id => here.has(id))
    if (anything || changed.length > FEW) void client.invalidateQueries({ queryKey: leadKeys.lists })
    else if (changed.length > 0) selection.drop(await refreshRows(client, changed))
    void client.invalidateQueries({ queryKey: ['leads', 'counts'] })
    void client.invalidateQueries({ queryKey: ['leads', 'count'] })
    if (changed.length < ids.size) setWaiting(await countNew(latest.current.query, here))
  }

  useLive('leads', ids => {
    for (const id of ids) pending.current.ids.add(id)
    if (ids.length === 0) pending.current.anything = true
    pending.current.timer ||= window.setTimeout(() => void answer(), SETTLE_MS)
  })
  useEffect(() => () => clearTimeout(pending.current.timer), [])
  return { waiting, settle: () => setWaiting(0) }
}

async function countNew(query: LeadListQuery, here: ReadonlySet<number>): Promise<number> {
  try {
    const first = await fetchFirstPage(query)
    return first.data.filter(row => !here.has(row.id)).length
  } catch {
    // The list itself will say so when the server cannot be reached.
    return 0
  }
}
