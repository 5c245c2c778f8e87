import { useQuery } from '@tanstack/react-query'
import { notesQuery } from '../../../features/notes/web/client.ts'
import { NoteText } from '../../../features/notes/web/pieces.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { shortDay } from '../../../platform/web/time/time.ts'
import classes from './LastNote.module.css'

interface LastNoteProps {
  leadId: number
  now: Date
  zone: string
}

/** What was noted about a lead last; nothing when nothing was. */
export function LastNote({ leadId, now, zone }: LastNoteProps) {
  const { data } = useQuery(notesQuery(leadId))
  const note = data?.data[0]
  if (!note) return null
  return (
    <PanelSection title="Last note" action={<span className={classes.date}>{shortDay(note.date, now, zone)}</span>}>
      <p className={classes.note} dir="auto">
        <NoteText note={note} />
      </p>
    </PanelSection>
  )
}
