import { undoable } from '../../../platform/web/calls/undoable.ts'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import type { DuplicatePair } from '../contract.ts'
import { dismissPair, offerPair, refetchDuplicates, undoMerge } from './client.ts'
import { keptText } from './rules/text.ts'

/** Takes a merge back, and says what it left as it is. */
const takeApart = (id: number) => ({
  run: () => undoMerge(id),
  said: ({ merge, kept }: Awaited<ReturnType<typeof undoMerge>>) =>
    [`${merge.merged.name || 'The lead'} is a separate lead again.`, keptText(kept)].filter(Boolean).join(' '),
})

/** The same from a notice. */
export const takeMergeBack = (id: number) => undoable(takeApart(id))

/** The same from a button. */
export const useUndoMerge = () => useUndoable(takeApart)

/** Says that two leads are two people, with a way back. */
export function useDismiss(onDismissed?: () => void) {
  const offer = useUndoable((id: number) => ({
    run: () => offerPair(id),
    said: () => null,
    settle: refetchDuplicates,
  }))
  const dismiss = useUndoable(({ id }: Pick<DuplicatePair, 'id'>) => ({
    async run() {
      await dismissPair(id)
      onDismissed?.()
    },
    said: 'Kept as two separate leads.',
    undo: () => offerPair(id),
    settle: refetchDuplicates,
  }))
  return { dismiss, offer }
}
