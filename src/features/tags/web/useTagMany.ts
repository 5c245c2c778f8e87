import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/apiErrors.ts'
import { notifyFailure } from '../../../platform/web/notices.ts'
import { undoRun } from '../../bulk/web/client.ts'
import { announceBulk } from '../../bulk/web/pieces.tsx'
import { leadKeys } from '../../leads/web/client.ts'
import type { ChosenLeads } from '../../leads/web/extensions.ts'
import { assignTags, refreshTags, unassignTags } from './client.ts'

/** Adds tags to the chosen leads and takes others from them; one Undo takes both back. */
export function useTagMany(chosen: ChosenLeads) {
  const client = useQueryClient()
  const refresh = () => {
    refreshTags(client)
    void client.invalidateQueries({ queryKey: leadKeys.all })
  }
  const tagMany = async ({ add, remove }: { add: number[]; remove: number[] }, onDone: () => void): Promise<void> => {
    try {
      const added = add.length > 0 ? (await assignTags(chosen.selection, add)).run : null
      const removed = remove.length > 0 ? (await unassignTags(chosen.selection, remove)).run : null
      const runs = [removed, added].filter(run => run !== null)
      // Undo belongs to a run that did something, or still works.
      const told = runs.find(run => run.undo_until !== null || run.state !== 'done') ?? runs[0]
      if (!told) return
      const others = runs.filter(run => run !== told && run.undo_until !== null)
      announceBulk(told, {
        done: 'Tags has been updated!',
        onUndone() {
          const undone = Promise.all(others.map(run => undoRun(run.id)))
          void undone.catch(error => notifyFailure(sentenceOf(error))).then(refresh)
        },
      })
      onDone()
      refresh()
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void tagMany({ add, remove }, onDone))
    }
  }
  return tagMany
}
