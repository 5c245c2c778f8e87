import { IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { ContactNote } from '../../features/consent/web/pieces.tsx'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { Composer } from '../../features/milestones/web/pieces/Composer.tsx'
import { ComposerKind, ComposerKinds } from '../../features/milestones/web/pieces/MilestoneEntries.tsx'
import { NoteComposer } from '../../features/notes/web/pieces.tsx'

interface LeadComposerProps {
  lead: LeadRow
  onSaved(progress: { last_contacted_at: string | null }): void
}

/** Writes down what happened with a lead: a note, or progress of some kind. In which ways the lead is left alone stands above. */
export function LeadComposer({ lead, onSaved }: LeadComposerProps) {
  const [kind, setKind] = useState<'note' | number>('note')
  const note = (
    <ComposerKind
      icon={<IconNote size={15} stroke={1.6} aria-hidden />}
      isChosen={kind === 'note'}
      onChoose={() => setKind('note')}
    >
      Note
    </ComposerKind>
  )
  return (
    <>
      <ContactNote lead={lead} />
      {kind === 'note' ? (
        <NoteComposer
          leadId={lead.id}
          kinds={
            <ComposerKinds type={null} onChoose={setKind}>
              {note}
            </ComposerKinds>
          }
        />
      ) : (
        <Composer leadId={lead.id} startType={kind} before={note} onSaved={onSaved} />
      )}
    </>
  )
}
