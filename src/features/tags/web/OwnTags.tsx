import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { TagsPanel } from './TagsPanel.tsx'

/** An agent's own tags, to rename, recolour and delete. */
export function OwnTags({ onClose }: { onClose(): void }) {
  return (
    <Dialog opened onClose={onClose} title="Your tags" size={520} styles={{ body: { padding: 0 } }}>
      <TagsPanel isOwn />
    </Dialog>
  )
}
