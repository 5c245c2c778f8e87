import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { found } from '../../search/web/client.ts'
import { recognize } from './client.ts'
import classes from './PersonColumn.module.css'

interface StrangerColumnProps {
  /** The thread. */
  id: number
  onKnown(leadId: number): void
}

type Who = { lead_id: number } | { first_name: string; last_name: string }

/** Asks whose number it is: a new lead, or one that is found by its name. */
export function StrangerColumn({ id, onKnown }: StrangerColumnProps) {
  const [name, setName] = useState('')
  const [settled] = useDebouncedValue(name.trim(), 250)
  const { data } = useQuery(found(settled))
  const matches = data?.leads ?? []
  const save = useUndoable((who: Who) => ({
    async run() {
      onKnown(await recognize(id, who))
    },
    said: 'You can answer now.',
  }))
  const add = (event: FormEvent) => {
    event.preventDefault()
    const [first_name = '', ...rest] = name.trim().split(/\s+/)
    if (first_name) save.run({ first_name, last_name: rest.join(' ') })
  }
  return (
    <aside className={classes.column} aria-label="Who is this?">
      <PanelSection title="Who is this?">
        <form className={classes.ask} onSubmit={add}>
          <TextInput
            aria-label="Name"
            placeholder="First and last name"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()} loading={save.isPending}>
            Add as my lead
          </Button>
        </form>
      </PanelSection>
      {matches.length > 0 && (
        <PanelSection title="Or one of these">
          <ul className={classes.matches}>
            {matches.slice(0, 5).map(person => (
              <li key={person.id}>
                <span>
                  {person.title} <small>{person.detail}</small>
                </span>
                <Button size="xs" variant="default" onClick={() => save.run({ lead_id: Number(person.id) })}>
                  It’s them
                </Button>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </aside>
  )
}
