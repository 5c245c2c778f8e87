import type { Change, JobName, QueryContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import type { MergePreview } from '../../contract.ts'
import { mergePlan, pathOf, treeOf, whyNotMerge, within } from '../../rules/tree.ts'
import { liveAreas, repointMerged, type StoredArea, writeArea } from '../queries/areas.ts'
import { insertMerge, recordHomes, recordReferring, recordWritten } from '../queries/record.ts'
import { countReferring, followAreas, placeListings } from '../queries/references.ts'
import { areaToChange, moveAreas, publishPlaces, unchangedArea } from './areas.ts'

/** The job that moves leads of a merged area to the one that stands for it; only its name. */
export const movingLeads: JobName<{ area_id: number }> = { name: 'move-area' }

/** What a merge would come to. */
export async function previewMerge(ctx: QueryContext, id: number, into: number): Promise<MergePreview> {
  const areas = await liveAreas(ctx)
  const problem = whyNotMerge(areas, id, into)
  if (problem) return { problem, referring: [], moving: [], joining: [] }
  const { merges, moves } = mergePlan(areas, id, into)
  const nameOf = (one: number) => areas.find(area => area.id === one)?.name ?? ''
  return {
    problem: null,
    referring: await countReferring(
      ctx,
      merges.map(({ from }) => from),
    ),
    moving: moves.map(move => nameOf(move.id)),
    joining: merges.slice(1).map(({ from }) => nameOf(from)),
  }
}

/** Lets one area stand for another: everything that refers to it refers to the other, leads in the background. Answers the id of the merge. */
export async function mergeAreas(
  ctx: WriteContext,
  id: number,
  { into, version }: { into: number; version: number | null },
): Promise<number> {
  const area = await unchangedArea(ctx, id, version)
  const other = await areaToChange(ctx, into)
  const areas = await liveAreas(ctx)
  const problem = whyNotMerge(areas, id, into)
  if (problem) throw conflict(problem)
  const { merges, moves } = mergePlan(areas, id, into)
  const merge_id = await record(ctx, areas, { id, into, merges, moves })
  const byId = new Map(areas.map(one => [one.id, one]))
  const ends = new Map<number, StoredArea>()
  for (const { from, into: target } of merges) {
    const [old, now] = [byId.get(from), byId.get(target)]
    if (!old || !now) throw notFound('area')
    await writeArea(ctx, { ...old, merged_into: target })
    await repointMerged(ctx, from, target)
    ends.set(from, now)
  }
  await followAreas(ctx, ends)
  await moveAreas(ctx, areas, moves)
  await recordWritten(ctx, merge_id)
  const now = await liveAreas(ctx)
  await placeListings(
    ctx,
    [...ends].map(([from, end]) => ({ id: from, path: pathOf(now, end.id).map(step => step.id) })),
  )
  for (const from of ends.keys()) await ctx.enqueue(movingLeads, { area_id: from })
  ctx.audit({
    subject: 'area',
    subject_id: id,
    before: { name: area.name },
    after: { name: area.name, other: other.name, merged_into: into },
  })
  publishPlaces(ctx, [id, into])
  return merge_id
}

/** Records the tree and what refers to the areas, before anything is changed. */
async function record(
  ctx: Change,
  areas: readonly StoredArea[],
  { id, into, merges, moves }: { id: number; into: number } & ReturnType<typeof mergePlan>,
): Promise<number> {
  const merge_id = await insertMerge(ctx, { area_id: id, into_id: into, merges, moves })
  const merged = merges.map(({ from }) => from)
  const tree = treeOf(areas)
  const moved = moves.flatMap(move => within(tree, move.id).map(one => one.id))
  await recordReferring(ctx, { merge_id, area_id: id, merged, moved })
  await recordHomes(ctx, merge_id, merged)
  return merge_id
}
