import type { Change } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import type { PastedAreas } from '../../contract.ts'
import { keyOf, planPaste, readPaste } from '../../rules/paste.ts'
import { pathOf, typeAt } from '../../rules/tree.ts'
import { insertAreas, liveAreas, lockTree } from '../queries/areas.ts'
import { publishPlaces } from './areas.ts'

/** Problems that are said at once. */
const SAID = 20

/** Adds a tree from text: all that is new in it, level by level, or nothing when a line cannot be read. */
export async function addPasted(ctx: Change, text: string): Promise<PastedAreas> {
  const pasted = readPaste(text)
  if (pasted.problems.length > 0)
    throw invalid({ text: pasted.problems.slice(0, SAID).map(({ line, said }) => `Line ${line}: ${said}`) })
  if (pasted.areas.length === 0) throw invalid({ text: ['There is no area in this text.'] })
  await lockTree(ctx)
  const areas = await liveAreas(ctx)
  const { added, known } = planPaste(areas, pasted.areas)
  const ids = new Map<string, number>(
    areas.map(({ id }) => [
      keyOf(
        pathOf(areas, id)
          .map(({ name }) => name)
          .reverse(),
      ),
      id,
    ]),
  )
  for (let depth = 0; typeAt(depth) !== null; depth++) {
    const level = added.filter(path => path.length === depth + 1)
    for (const [parent, paths] of Map.groupBy(level, path => keyOf(path.slice(0, -1))))
      await addLevel(ctx, ids, { parent, paths, depth })
  }
  if (added.length > 0) {
    ctx.audit({
      subject: 'area',
      subject_id: null,
      after: { added: added.length, areas: added.slice(0, 100).map(path => path.join(' › ')) },
    })
    publishPlaces(ctx, [])
  }
  return { added: added.length, known }
}

async function addLevel(
  ctx: Change,
  ids: Map<string, number>,
  { parent, paths, depth }: { parent: string; paths: readonly string[][]; depth: number },
): Promise<void> {
  const type = typeAt(depth)
  if (type === null) return
  const names = paths.map(path => path.at(-1) ?? '')
  const made = await insertAreas(ctx, { type, parent_id: depth === 0 ? null : (ids.get(parent) ?? null), names })
  for (const [place, path] of paths.entries()) ids.set(keyOf(path), made[place] ?? 0)
}
