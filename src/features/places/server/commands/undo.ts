import { addDays } from 'date-fns'
import type { Change, JobName, QueryContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { type AreaMerge, UNDO_DAYS, type UndoPreview } from '../../contract.ts'
import { pathOf, typesBelow } from '../../rules/tree.ts'
import { pairsOfMerge, type RecordedArea, type UndoPlan, undoPlan } from '../../rules/undoing.ts'
import { liveAreas, lockTree, storedArea, writeArea } from '../queries/areas.ts'
import { closeMerge, laterMerges, passBack, recentMerges, type StoredMerge, storedMerge } from '../queries/merges.ts'
import { followAreas } from '../queries/references.ts'
import { countRestored, deleteRestored, restoreHomes, restoreReferring } from '../queries/restore.ts'
import { moveAreas, publishPlaces } from './areas.ts'

/** The job that moves the leads of an undone merge back; only its name. */
export const movingLeadsBack: JobName<{ merge_id: number; area_id: number }> = { name: 'move-area-back' }

const untilOf = ({ merged_at }: StoredMerge): Date => addDays(new Date(merged_at), UNDO_DAYS)

/** The merges of the last weeks. */
export async function undoableMerges(ctx: QueryContext): Promise<AreaMerge[]> {
  const merges = await recentMerges(ctx)
  return merges.map(merge => ({
    id: merge.id,
    name: merge.name,
    into: merge.into,
    joined: pairsOfMerge(merge).length - 1,
    merged_by: merge.merged_by,
    merged_at: merge.merged_at,
    undo_until: instantText(untilOf(merge)),
  }))
}

/** A merge and how its undo goes; `problem` says why it does not. */
async function planOf(ctx: QueryContext, id: number): Promise<{ merge: StoredMerge; plan: UndoPlan }> {
  const merge = await storedMerge(ctx, id)
  if (!merge) throw notFound('merge of areas')
  const refused = (problem: string) => ({ merge, plan: { problem, back: [], moves: [] } })
  if (merge.undone_at !== null) return refused('This merge was undone already.')
  if (untilOf(merge) <= ctx.now) return refused(`A merge can be undone for ${UNDO_DAYS} days.`)
  return { merge, plan: undoPlan(await liveAreas(ctx), merge, await laterMerges(ctx, id)) }
}

/** What the undo of a merge would come to. */
export async function previewUndo(ctx: QueryContext, id: number): Promise<UndoPreview> {
  const { merge, plan } = await planOf(ctx, id)
  const { problem, back, moves } = plan
  const nameOf = (one: number) => merge.areas.find(area => area.id === one)?.name ?? ''
  const apart = back.filter(area => area.id !== merge.area_id).map(({ name }) => name)
  if (problem !== null) return { problem, returning: [], moving: [], apart: [], changed: 0 }
  const counted = await countRestored(ctx, id, pairsOfMerge(merge))
  return { problem, moving: moves.map(move => nameOf(move.id)), apart, ...counted }
}

/** Undoes a merge: the tree and what referred to the merged areas are as they were, leads in the background. Answers what is left as it is. */
export async function undoMerge(ctx: WriteContext, id: number): Promise<{ area_id: number; changed: number }> {
  await lockTree(ctx)
  const { merge, plan } = await planOf(ctx, id)
  if (plan.problem !== null) throw conflict(plan.problem)
  const pairs = pairsOfMerge(merge)
  await closeMerge(ctx, id)
  await bringBack(ctx, plan.back)
  await passBack(ctx, id)
  const changed = await restoreReferring(ctx, id, pairs)
  await followKinds(ctx, plan.back)
  await moveAreas(ctx, await liveAreas(ctx), plan.moves)
  const now = await liveAreas(ctx)
  await restoreHomes(
    ctx,
    id,
    pairs.map(pair => ({ ...pair, path: pathOf(now, pair.from).map(step => step.id) })),
  )
  await deleteRestored(ctx, id)
  await ctx.enqueue(movingLeadsBack, { merge_id: id, area_id: merge.area_id })
  ctx.audit({
    subject: 'area',
    subject_id: merge.area_id,
    before: { name: merge.name, other: merge.into, merged_into: merge.into_id },
    after: { name: merge.name, other: merge.into },
  })
  publishPlaces(ctx, [merge.area_id, merge.into_id])
  return { area_id: merge.area_id, changed }
}

/** Puts areas into the tree again, where they lay; their kind is that of the place, which may have been moved. */
async function bringBack(ctx: Change, back: readonly RecordedArea[]): Promise<void> {
  for (const { id, parent_id } of back) {
    const area = await storedArea(ctx, id)
    if (!area) throw notFound('area')
    const placed = [...(await liveAreas(ctx)), { ...area, parent_id }]
    const type = typesBelow(placed, id, parent_id)[0]?.type ?? area.type
    await writeArea(ctx, { ...area, parent_id, type, merged_into: null })
  }
}

/** Questions that came back call the areas by the kind that they had: written anew where that is another now. */
async function followKinds(ctx: Change, back: readonly RecordedArea[]): Promise<void> {
  const now = new Map((await liveAreas(ctx)).map(area => [area.id, area]))
  const retyped = back.flatMap(({ id, type }) => {
    const area = now.get(id)
    return area && area.type !== type ? [area] : []
  })
  await followAreas(ctx, new Map(retyped.map(area => [area.id, area])))
}
