import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { notify } from '../../../platform/web/page/notices.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { leadName } from '../../leads/web/pieces/wording.ts'
import { TextComposer } from './TextComposer.tsx'

interface TextDialogProps {
  lead: LeadRow
  onClose(): void
}

/** Writes a text over whatever page is open. */
export function TextDialog({ lead, onClose }: TextDialogProps) {
  const onSent = () => {
    notify(`Text to ${leadName(lead)} is on its way.`)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={`Text to ${leadName(lead)}`} size={560}>
      <TextComposer leadId={lead.id} place="dialog" onSent={onSent} />
    </Dialog>
  )
}
