import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import type { BulkRun } from '../../bulk/contract.ts'
import { undoRun } from '../../bulk/web/client.ts'
import { notifyBulk, sendExpected } from '../../bulk/web/pieces.tsx'
import type { LeadSelection } from '../../leads/contract/filters.ts'
import type { ChosenLeads } from '../../leads/web/extensions.ts'
import { assignTags, refreshTaggedLeads, unassignTags } from './client.ts'

/** The runs of both changes. What the first one does to the list is meant, so the second one expects nothing of it. */
async function tagSelection(
  { expected, ...selection }: Partial<LeadSelection>,
  { add, remove }: { add: number[]; remove: number[] },
): Promise<BulkRun[]> {
  const added = add.length > 0 ? (await assignTags({ ...selection, expected }, add)).run : null
  const rest = added ? selection : { ...selection, expected }
  const removed = remove.length > 0 ? (await unassignTags(rest, remove)).run : null
  return [removed, added].filter(run => run !== null)
}

/** Adds tags to the chosen leads and takes others from them; one Undo takes both back. */
export const tagMany = (
  chosen: ChosenLeads,
  { add, remove }: { add: number[]; remove: number[] },
  onDone: () => void,
) =>
  undoable({
    async run() {
      const runs = await sendExpected(chosen.selection, selection => tagSelection(selection, { add, remove }))
      if (!runs) return
      // Undo belongs to a run that did something, or still works.
      const shownRun = runs.find(run => run.undo_until !== null || run.state !== 'done') ?? runs[0]
      if (!shownRun) return
      const others = runs.filter(run => run !== shownRun && run.undo_until !== null)
      notifyBulk(shownRun, {
        done: 'Tags has been updated!',
        onUndone() {
          const undone = Promise.all(others.map(run => undoRun(run.id)))
          void undone.catch(error => notifyFailure(sentenceOf(error))).then(refreshTaggedLeads)
        },
      })
      onDone()
      refreshTaggedLeads()
    },
    said: () => null,
  })
