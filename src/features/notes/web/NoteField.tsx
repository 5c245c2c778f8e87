import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { PlainField } from '../../../platform/ui/forms/PlainField.tsx'
import { mayMean, mentionBeingTyped, NOTE_LENGTH } from '../rules.ts'
import { colleaguesQuery } from './client.ts'
import classes from './Notes.module.css'
import { type NoteDraft, withMention } from './rules/draft.ts'

interface NoteFieldProps {
  leadId: number
  value: NoteDraft
  onChange(value: NoteDraft): void
  onSubmit(): void
  onCancel?: () => void
  label?: string
  autoFocus?: boolean
}

/** The words of a note; "@" offers the colleagues who may see the lead. */
export function NoteField({ leadId, value, onChange, onSubmit, onCancel, label = 'Note', autoFocus }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const { typed, people, active, setActive, look, close } = useMentioning(leadId)
  const pick = (person: { id: number; name: string }) => {
    if (!typed) return
    const { draft, caret } = withMention(value, typed, person)
    onChange(draft)
    close()
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isListed = typed !== null && people.length > 0
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chosen = people[active]
    if (isListed && step !== 0) setActive((active + step + people.length) % people.length)
    else if (isListed && chosen && (event.key === 'Enter' || event.key === 'Tab')) pick(chosen)
    else if (isListed && event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.field}>
      <PlainField
        ref={field}
        value={value.description}
        maxLength={NOTE_LENGTH}
        autoFocus={autoFocus}
        placeholder="What did you learn? Type @ to mention a colleague"
        aria-label={label}
        aria-controls={typed ? listId : undefined}
        aria-activedescendant={typed && people.length > 0 ? `${listId}-${active}` : undefined}
        data-composer
        onChange={event => {
          onChange({ ...value, description: event.currentTarget.value })
          look(event.currentTarget)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {typed && people.length > 0 && (
        <div className={classes.people} id={listId} role="listbox" aria-label="Colleagues">
          {people.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              className={classes.person}
              aria-selected={index === active}
              // Pressed before the field loses the focus.
              onPointerDown={event => {
                event.preventDefault()
                pick(person)
              }}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const OFFERED = 6

/** What is being typed of a name, and whom it may mean. */
function useMentioning(leadId: number) {
  const [typed, setTyped] = useState<{ from: number; search: string } | null>(null)
  const [active, setActive] = useState(0)
  const search = typed?.search ?? ''
  // Those known already stay offered while the server is asked, so that Enter picks a name on a slow network too.
  const asked = { ...colleaguesQuery(leadId, search), enabled: typed !== null, placeholderData: keepPreviousData }
  const { data = [] } = useQuery(asked)
  return {
    typed,
    people: data.filter(person => mayMean(search, person)).slice(0, OFFERED),
    active,
    setActive,
    look(field: HTMLTextAreaElement) {
      setTyped(mentionBeingTyped(field.value, field.selectionStart))
      setActive(0)
    },
    close: () => setTyped(null),
  }
}
