import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Lead, LeadRow } from '../../contract/record.ts'
import { leadKeys, leadQuery, type PageStart, type PlacedPage } from './leads.ts'

type CachedList = InfiniteData<PlacedPage, PageStart>

/** Changes pages of every cached list; pages that nothing changed keep their identity, so their rows are not drawn again. */
function changeLists(client: QueryClient, change: (rows: LeadRow[]) => LeadRow[]): void {
  client.setQueriesData<CachedList>({ queryKey: leadKeys.lists }, list => {
    if (!list) return list
    let changed = false
    let gone = 0
    const pages = list.pages.map(page => {
      const data = change(page.data)
      if (data === page.data) return page
      changed = true
      gone += page.data.length - data.length
      return { ...page, data }
    })
    if (!changed) return list
    return { ...list, pages: gone === 0 ? pages : pages.map(page => ({ ...page, total: page.total - gone })) }
  })
}

/** Writes what is known of some leads into every list and page that shows them. */
export function patchLeads(client: QueryClient, patches: ReadonlyMap<number, Partial<LeadRow>>): void {
  changeLists(client, rows =>
    rows.some(row => patches.has(row.id)) ? rows.map(row => ({ ...row, ...patches.get(row.id) })) : rows,
  )
  for (const [id, patch] of patches) {
    client.setQueryData(leadQuery(id).queryKey, lead => (lead ? { ...lead, ...patch } : lead))
  }
}

/** Takes leads out of every list. */
export function dropLeads(client: QueryClient, ids: ReadonlySet<number>): void {
  changeLists(client, rows => (rows.some(row => ids.has(row.id)) ? rows.filter(row => !ids.has(row.id)) : rows))
}

/** A lead as some list knows it, to open its page at once. */
export function knownRow(client: QueryClient, id: number): LeadRow | undefined {
  for (const [, list] of client.getQueriesData<CachedList>({ queryKey: leadKeys.lists })) {
    for (const page of list?.pages ?? []) {
      const row = page.data.find(each => each.id === id)
      if (row) return row
    }
  }
  return undefined
}

/** Some lead that a list shows; `null` when none shows any. */
export function anyRow(client: QueryClient): LeadRow | null {
  const lists = client.getQueriesData<CachedList>({ queryKey: leadKeys.lists })
  return lists.flatMap(([, list]) => list?.pages ?? []).find(page => page.data.length > 0)?.data[0] ?? null
}

/** The lists as they are now, to put them back when a change is refused. */
export function snapshotOf(client: QueryClient, ids: readonly number[]): Map<number, Partial<LeadRow>> {
  const before = new Map<number, Partial<LeadRow>>()
  for (const id of ids) {
    const row = knownRow(client, id) ?? client.getQueryData(leadQuery(id).queryKey)
    if (row) before.set(id, { status_value: row.status_value, version: row.version })
  }
  return before
}

/** Reads single leads again and puts them where they stand, so that no row moves under the pointer. Answers which are gone. */
export async function refreshRows(client: QueryClient, ids: readonly number[]): Promise<number[]> {
  const patches = new Map<number, Partial<LeadRow>>()
  const gone = new Set<number>()
  await Promise.all(
    ids.map(async id => {
      try {
        patches.set(id, rowOf(await client.fetchQuery({ ...leadQuery(id), staleTime: 0, retry: false })))
      } catch (error) {
        if (error instanceof Error && 'status' in error && error.status === 404) gone.add(id)
      }
    }),
  )
  if (patches.size > 0) patchLeads(client, patches)
  if (gone.size > 0) dropLeads(client, gone)
  return [...gone]
}

/** What a list's row takes from a whole lead. */
function rowOf(lead: Lead): Partial<LeadRow> {
  const { areas, score_parts, rental_profile, tasks, notes, campaigns, latest_note, ...row } = lead
  return row
}
