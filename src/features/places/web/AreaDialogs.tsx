import type { AreaMerge, ManagedArea } from '../contract.ts'
import { AreaEditor } from './AreaEditor.tsx'
import { MergeArea } from './MergeArea.tsx'
import { PasteAreas } from './PasteAreas.tsx'
import { UndoMerge } from './UndoMerge.tsx'

/** What somebody is about to do with areas. */
export type OpenDialog =
  | { does: 'add'; parent_id: number | null }
  | { does: 'edit'; area: ManagedArea }
  | { does: 'merge'; area: ManagedArea }
  | { does: 'undo'; merge: AreaMerge }
  | { does: 'paste' }

interface AreaDialogsProps {
  dialog: OpenDialog
  areas: readonly ManagedArea[]
  onClose(): void
}

/** The dialog for it. */
export function AreaDialogs({ dialog, areas, onClose }: AreaDialogsProps) {
  switch (dialog.does) {
    case 'add':
      return <AreaEditor area={null} parentId={dialog.parent_id} areas={areas} onClose={onClose} />
    case 'edit':
      return <AreaEditor area={dialog.area} parentId={dialog.area.parent_id} areas={areas} onClose={onClose} />
    case 'merge':
      return <MergeArea area={dialog.area} areas={areas} onClose={onClose} />
    case 'undo':
      return <UndoMerge merge={dialog.merge} onClose={onClose} />
    case 'paste':
      return <PasteAreas areas={areas} onClose={onClose} />
  }
}
