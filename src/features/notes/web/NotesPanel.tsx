import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { fullTime, shortDay } from '../../../platform/web/time/time.ts'
import { notesQuery } from './client.ts'
import classes from './Notes.module.css'
import { NoteBody, noteAuthor } from './pieces.tsx'

const FIRST = 3

interface NotesPanelProps {
  lead: { id: number }
  now: Date
  zone: string
}

/** The newest notes of a lead, the rest on demand. */
export function NotesPanel({ lead, now, zone }: NotesPanelProps) {
  const { data, error, refetch } = useQuery(notesQuery(lead.id))
  useShownError(data ? null : error)
  const [isWhole, setIsWhole] = useState(false)
  const notes = data?.data ?? []
  const shown = isWhole ? notes : notes.slice(0, FIRST)
  return (
    <PanelSection title="Notes" count={data?.total ?? 0}>
      {error && !data && (
        <p className={classes.failed} role="alert">
          We couldn’t load the notes.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && notes.length === 0 && <p className={classes.none}>No notes yet. Press N to add one.</p>}
      <ul className={classes.list}>
        {shown.map(note => (
          <li key={note.id}>
            <div className={classes.head}>
              <span>{noteAuthor(note) || 'Imported'}</span>
              <time dateTime={note.date} title={fullTime(note.date, zone)}>
                {shortDay(note.date, now, zone)}
              </time>
            </div>
            <NoteBody note={note} />
          </li>
        ))}
      </ul>
      {notes.length > FIRST && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${notes.length}`}
        </Button>
      )}
    </PanelSection>
  )
}
