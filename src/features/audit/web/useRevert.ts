import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import type { AuditEntry } from '../contract.ts'
import { revertEntry } from './client.ts'

/** The sentence of an entry as plain text. */
export const plainSentence = ({ sentence }: AuditEntry): string => sentence.map(({ text }) => text).join('')

/** Reverts an entry after asking; refused with a sentence when the record was changed since. */
export function useRevert(entry: AuditEntry): { isPending: boolean; ask(): void } {
  const revert = useUndoable(() => ({ run: () => revertEntry(entry.id), said: 'Reverted.' }))
  const ask = async () => {
    const isSure = await confirm({
      title: 'Revert this change?',
      message: `“${plainSentence(entry)}.” What it changed is put back, unless it was changed again since. The log keeps both.`,
    })
    if (isSure) revert.run()
  }
  return { isPending: revert.isPending, ask: () => void ask() }
}
