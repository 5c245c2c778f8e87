import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { DuplicatePair } from '../contract.ts'
import { dismissPair, offerPair, undoMerge } from './client.ts'
import { keptText } from './rules/text.ts'

/** Takes a merge back, and says what it left as it is. */
export function useUndoMerge() {
  const undo = useMutation({
    mutationFn: undoMerge,
    onSuccess: ({ merge, kept }) =>
      void notify(
        [`${merge.merged.name || 'The lead'} is a separate lead again.`, keptText(kept)].filter(Boolean).join(' '),
      ),
    onError: (error, id) => void notifyFailure(sentenceOf(error), () => undo.mutate(id)),
  })
  return undo
}

/** Says that two leads are two people, with a way back. */
export function useDismiss(onDismissed?: () => void) {
  const offer = useMutation({
    mutationFn: offerPair,
    onError: (error, id) => void notifyFailure(sentenceOf(error), () => offer.mutate(id)),
  })
  const dismiss = useMutation({
    mutationFn: (pair: Pick<DuplicatePair, 'id'>) => dismissPair(pair.id),
    onSuccess(pair) {
      notify('Kept as two separate leads.', { action: { label: 'Undo', run: () => offer.mutate(pair.id) } })
      onDismissed?.()
    },
    onError: (error, pair) => void notifyFailure(sentenceOf(error), () => dismiss.mutate(pair)),
  })
  return { dismiss, offer }
}
