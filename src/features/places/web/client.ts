import { call } from '../../../platform/web/calls/call.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { count } from '../../../platform/web/text.ts'
import type { OutputOf } from '../../../platform/wire/call.ts'
import { type ManagedArea, type ManagedSite, placesCalls } from '../contract.ts'

const live = { topics: ['places' as const], staleTime: 15_000 }

/** The tree with how much refers to each area. */
export const managedAreasQuery = queryOf(placesCalls.areas, {}, live)

/** The sites with how much refers to each. */
export const managedSitesQuery = queryOf(placesCalls.sites, {}, live)

/** What a merge would come to. */
export const mergePreviewQuery = (id: number, into: number) =>
  queryOf(placesCalls.previewMerge, { id, into }, { topics: ['places'], staleTime: 0 })

/** The merges that can be undone, the newest first. */
export const areaMergesQuery = queryOf(placesCalls.merges, {}, live)

/** What the undo of a merge would come to. */
export const undoPreviewQuery = (id: number) =>
  queryOf(placesCalls.previewUndo, { id }, { topics: ['places'], staleTime: 0 })

/** Fetches everything again that names places. */
export const refreshPlaces = (): Promise<void> => invalidateTopic(queryClient, 'places')

const asSeen = ({ version }: { version: number }) => ({ ifMatch: `"${version}"` })

/** Says that an area is called or lies otherwise now, with the way back. */
export function saidOfChange(before: ManagedArea, after: ManagedArea): void {
  void refreshPlaces()
  if (before.name === after.name && before.parent_id === after.parent_id) return
  const { name, parent_id } = before
  const undo = () =>
    undoable({
      run: () => call(placesCalls.changeArea, { id: after.id, name, parent_id }, asSeen(after)),
      said: before.name === after.name ? `${name} is back where it was.` : `It is called ${name} again.`,
      settle: refreshPlaces,
    })
  notify(before.name === after.name ? `Moved ${name}.` : `Renamed ${name} to ${after.name}.`, {
    action: { label: 'Undo', run: () => void undo() },
  })
}

/** What an undo leaves as it is, in a sentence after another one; empty for nothing. */
export function saidOfLeft(changed: number): string {
  if (changed === 0) return ''
  if (changed === 1) return ' One saved view, campaign or automation was changed since, and stays as it is.'
  return ` ${count(changed)} saved views, campaigns and automations were changed since, and stay as they are.`
}

/** What became of a merge that was taken back. */
export const saidOfUndo = ({ area, changed }: OutputOf<typeof placesCalls.undoMerge>): string =>
  `${area.name} is an area of its own again.${saidOfLeft(changed)}`

/** Says that an area was merged, with the way back. */
export function saidOfMerge({ name }: ManagedArea, into: ManagedArea & { merge_id: number }): void {
  void refreshPlaces()
  const undo = () =>
    undoable({
      run: () => call(placesCalls.undoMerge, { id: into.merge_id }),
      said: saidOfUndo,
      settle: refreshPlaces,
    })
  notify(`Merged ${name} into ${into.name}.`, {
    destructive: true,
    action: { label: 'Undo', run: () => void undo() },
  })
}

const retired = (name: string) => `${name} is retired: what has it keeps it.`
const offered = (name: string) => `${name} is offered again.`

/** Offers an area no longer, or again. */
export const retireArea = (area: ManagedArea, is_retired: boolean): Promise<ManagedArea | null> =>
  undoable({
    run: () => call(placesCalls.retireArea, { id: area.id, is_retired }, asSeen(area)),
    said: is_retired ? retired(area.name) : offered(area.name),
    undo: now => call(placesCalls.retireArea, { id: area.id, is_retired: !is_retired }, asSeen(now)),
    settle: refreshPlaces,
  })

/** Offers a site no longer, or again. */
export const retireSite = (site: ManagedSite, is_retired: boolean): Promise<ManagedSite | null> =>
  undoable({
    run: () => call(placesCalls.retireSite, { id: site.id, is_retired }, asSeen(site)),
    said: is_retired ? retired(site.name) : offered(site.name),
    undo: now => call(placesCalls.retireSite, { id: site.id, is_retired: !is_retired }, asSeen(now)),
    settle: refreshPlaces,
  })

/** Says that a site was changed, with the way back. */
export function saidOfSite(before: ManagedSite, after: ManagedSite): void {
  void refreshPlaces()
  const { name, domain } = before
  const undo = () =>
    undoable({
      run: () => call(placesCalls.changeSite, { id: after.id, name, domain }, asSeen(after)),
      said: `${name} is as it was.`,
      settle: refreshPlaces,
    })
  notify(`Saved ${after.name}.`, { action: { label: 'Undo', run: () => void undo() } })
}
