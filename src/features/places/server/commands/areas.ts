import type { Change, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound, stale } from '../../../../platform/server/errors.ts'
import type { ManagedArea } from '../../contract.ts'
import { cleanName, pathOf, treeOf, typeAt, typesBelow, whyNotThere, within } from '../../rules/tree.ts'
import {
  insertAreas,
  liveAreas,
  lockTree,
  managedAreas,
  type StoredArea,
  storedArea,
  writeArea,
  writeTypes,
} from '../queries/areas.ts'
import { followAreas, placeListings } from '../queries/references.ts'

/** Tells browsers that places changed, and that leads may name others now. */
export function publishPlaces(ctx: Change, ids: readonly number[]): void {
  ctx.changed('places', [...ids], ['everyone'])
  ctx.changed('leads', [], ['everyone'])
  ctx.changed('first-steps', [], ['everyone'])
}

/** An area as answers show it. */
export async function managedArea(ctx: Change, id: number): Promise<ManagedArea> {
  const [area] = await managedAreas(ctx, id)
  if (!area) throw notFound('area')
  return area
}

/** An area that is in the tree, while nobody else changes the tree; one that was merged meanwhile says into which. */
export async function areaToChange(ctx: Change, id: number): Promise<StoredArea> {
  await lockTree(ctx)
  const area = await storedArea(ctx, id)
  if (!area) throw notFound('area')
  if (area.merged_into === null) return area
  const other = await storedArea(ctx, area.merged_into)
  throw conflict(`“${area.name}” was merged into “${other?.name ?? 'another area'}” meanwhile.`)
}

/** The same, refused when somebody changed it since it was looked at. */
export async function unchangedArea(ctx: Change, id: number, version: number | null): Promise<StoredArea> {
  const area = await areaToChange(ctx, id)
  if (version !== null && version !== area.version) throw stale(await managedArea(ctx, id))
  return area
}

/** Adds an area. */
export async function addArea(ctx: Change, options: { name: string; parent_id: number | null }): Promise<number> {
  await lockTree(ctx)
  const areas = await liveAreas(ctx)
  const problem = whyNotThere(areas, { id: null, ...options })
  const type = typeAt(options.parent_id === null ? 0 : pathOf(areas, options.parent_id).length)
  if (problem || !type) throw conflict(problem ?? 'Nothing lies in a neighborhood.')
  const [id = 0] = await insertAreas(ctx, { type, parent_id: options.parent_id, names: [cleanName(options.name)] })
  ctx.audit({
    subject: 'area',
    subject_id: id,
    before: null,
    after: { name: options.name, type, parent_id: options.parent_id },
  })
  publishPlaces(ctx, [id])
  return id
}

interface Placed {
  name: string
  parent_id: number | null
}

/** Renames an area, or moves it with all that lies in it. */
export async function changeArea(
  ctx: WriteContext,
  id: number,
  { wanted, version }: { wanted: Partial<Placed>; version: number | null },
): Promise<void> {
  const area = await unchangedArea(ctx, id, version)
  const { name = area.name, parent_id = area.parent_id } = wanted
  if (name === area.name && parent_id === area.parent_id) return
  const areas = await liveAreas(ctx)
  const problem = whyNotThere(areas, { id, name, parent_id })
  if (problem) throw conflict(problem)
  if (parent_id === area.parent_id) await writeArea(ctx, { ...area, name })
  else await moveAreas(ctx, areas, [{ id, parent_id, name }])
  ctx.audit({
    subject: 'area',
    subject_id: id,
    before: { name: area.name, parent_id: area.parent_id },
    after: { name, parent_id },
  })
  publishPlaces(ctx, [id])
}

/** Moves areas to other parents: their kinds follow, and so do the homes in them and whatever calls them by their kind. */
export async function moveAreas(
  ctx: Change,
  areas: readonly StoredArea[],
  moves: readonly { id: number; parent_id: number | null; name?: string }[],
): Promise<void> {
  const before = new Map(areas.map(area => [area.id, area]))
  for (const { id, parent_id, name } of moves) {
    const types = typesBelow(areas, id, parent_id)
    const retyped = types.filter(({ id: one, type }) => before.get(one)?.type !== type)
    const area = before.get(id)
    if (!area) throw notFound('area')
    // All in one: the name must be free at the new place only.
    await writeArea(ctx, { ...area, name: name ?? area.name, parent_id, type: types[0]?.type ?? area.type })
    await writeTypes(ctx, retyped)
    await followAreas(ctx, new Map(retyped.map(one => [one.id, one])))
  }
  const now = await liveAreas(ctx)
  const moved = moves.flatMap(({ id }) => within(treeOf(now), id))
  await placeListings(
    ctx,
    moved.map(({ id }) => ({ id, path: pathOf(now, id).map(step => step.id) })),
  )
}

/** Offers an area no longer for anything new, or offers it again. */
export async function retireArea(
  ctx: WriteContext,
  id: number,
  { is_retired, version }: { is_retired: boolean; version: number | null },
): Promise<void> {
  const area = await unchangedArea(ctx, id, version)
  if (is_retired === (area.retired_at !== null)) return
  await writeArea(ctx, { ...area, retired_at: is_retired ? ctx.now.toISOString() : null })
  ctx.audit({
    subject: 'area',
    subject_id: id,
    before: { name: area.name, is_retired: !is_retired },
    after: { name: area.name, is_retired },
  })
  publishPlaces(ctx, [id])
}
