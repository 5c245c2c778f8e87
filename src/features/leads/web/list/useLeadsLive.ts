import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refetchCall } from '../../../../platform/web/calls/queryOf.ts'
import { type SettledChanges, useSettledChanges } from '../../../../platform/web/live/useSettledChanges.ts'
import { leadCalls } from '../../contract/leads.ts'
import { refreshRows } from '../client/leadCache.ts'
import { fetchFirstPage, type LeadListQuery, refetchCounts } from '../client/leads.ts'
import type { Selection } from '../rules/selection.ts'
import type { LoadedList } from './useLeadList.ts'

/** Rows that are read again one by one; beyond that the list is. */
const FEW = 25

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
  const [arrived, setArrived] = useState<readonly number[]>([])
  const latest = useRef({ query, list })
  latest.current = { query, list }
  const identity = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows waiting
  useEffect(() => setArrived([]), [identity])

  const answer = async ({ ids, anything }: SettledChanges) => {
    const here = new Set(latest.current.list.ids)
    const changed = [...ids].filter(id => here.has(id))
    if (anything || changed.length > FEW) void refetchCall(client, leadCalls.list)
    else if (changed.length > 0) selection.drop(await refreshRows(client, changed))
    void refetchCounts()
    if (changed.length < ids.size) setArrived(await firstIds(latest.current.query))
  }
  useSettledChanges('leads', changes => void answer(changes))
  // What the list itself has brought meanwhile, such as a lead that one just added, waits no more.
  const waiting = arrived.filter(id => !list.ids.includes(id)).length
  return { waiting, settle: () => setArrived([]) }
}

/** The ids of the first page as it is now. */
async function firstIds(query: LeadListQuery): Promise<number[]> {
  try {
    const first = await fetchFirstPage(query)
    return first.data.map(({ id }) => id)
  } catch {
    // The list itself will say so when the server cannot be reached.
    return []
  }
}
