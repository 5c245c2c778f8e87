import { IconMail, IconMessage2, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { ContactNote } from '../../features/consent/web/pieces.tsx'
import { openEmail } from '../../features/email/web/client/compose.ts'
import type { LeadRow } from '../../features/leads/contract/record.ts'
import { Composer } from '../../features/milestones/web/pieces/Composer.tsx'
import { ComposerKind, ComposerKinds } from '../../features/milestones/web/pieces/MilestoneEntries.tsx'
import { NoteComposer } from '../../features/notes/web/pieces.tsx'
import { TextComposer } from '../../features/text-messages/web/pieces.tsx'

interface LeadComposerProps {
  lead: LeadRow
  onSaved(progress: { last_contacted_at: string | null }): void
}

/** Writes down what happened with a lead: a note, or progress of some kind. In which ways the lead is left alone stands above. */
export function LeadComposer({ lead, onSaved }: LeadComposerProps) {
  const [kind, setKind] = useState<'note' | 'text' | number>('note')
  const others = (
    <>
      <ComposerKind
        icon={<IconNote size={15} stroke={1.6} aria-hidden />}
        isChosen={kind === 'note'}
        onChoose={() => setKind('note')}
      >
        Note
      </ComposerKind>
      <ComposerKind
        icon={<IconMessage2 size={15} stroke={1.6} aria-hidden />}
        isChosen={kind === 'text'}
        onChoose={() => setKind('text')}
      >
        Send text
      </ComposerKind>
      <ComposerKind
        icon={<IconMail size={15} stroke={1.6} aria-hidden />}
        isChosen={false}
        onChoose={() => openEmail({ lead })}
      >
        Send e-mail
      </ComposerKind>
    </>
  )
  const kinds = (
    <ComposerKinds type={null} onChoose={setKind}>
      {others}
    </ComposerKinds>
  )
  return (
    <>
      <ContactNote lead={lead} />
      {kind === 'note' ? (
        <NoteComposer leadId={lead.id} kinds={kinds} />
      ) : kind === 'text' ? (
        <TextComposer leadId={lead.id} above={kinds} place="page" />
      ) : (
        <Composer leadId={lead.id} startType={kind} before={others} onSaved={onSaved} />
      )}
    </>
  )
}
