import { Button, Loader, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../../people/web/client/viewer.ts'
import type { CallLine } from '../../contract.ts'
import { colleaguesQuery, consult } from '../client/calls.ts'
import { aboutCall, handOn } from '../client/line.ts'
import classes from './CallBar.module.css'

/** Hands a call to a colleague: at once, or after asking them while the other side waits. */
export function Colleagues({ line }: { line: CallLine }) {
  if (line.colleague) return <Asked line={line} colleague={line.colleague} />
  return <Choice line={line} />
}

/** Colleagues that are shown at once. */
const SHOWN = 6

function Choice({ line }: { line: CallLine }) {
  const { data } = useQuery(colleaguesQuery)
  const { user } = useSession()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = (data?.data ?? []).filter(
    ({ user_id, is_active, name }) => is_active && user_id !== user?.id && name.toLowerCase().includes(wanted),
  )
  return (
    <div className={classes.colleagues}>
      <TextInput
        label="Transfer to"
        placeholder="Search colleagues"
        value={search}
        data-autofocus
        onChange={event => setSearch(event.currentTarget.value)}
      />
      {!data && <Loader size="xs" />}
      {data && found.length === 0 && <p>No results</p>}
      <ul>
        {found.slice(0, SHOWN).map(colleague => (
          <li key={colleague.user_id}>
            <span dir="auto">{colleague.name}</span>
            {line.moved_by === 'provider' && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Ask ${colleague.name} first`}
                onClick={() => void aboutCall(() => consult(line.id, colleague.user_id))}
              >
                Ask first
              </Button>
            )}
            <Button
              size="compact-xs"
              aria-label={`Transfer to ${colleague.name}`}
              onClick={() => void handOn(line, colleague, false)}
            >
              Transfer
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Asked({ line, colleague }: { line: CallLine; colleague: NonNullable<CallLine['colleague']> }) {
  const { id: user_id, name, how } = colleague
  return (
    <div className={classes.colleagues}>
      <p role="status">
        {how === 'talking' ? `You talk with ${name}. The other side waits.` : `It rings for ${name}.`}
      </p>
      <div className={classes.askedButtons}>
        {how !== 'rung' && (
          <Button size="xs" variant="default" onClick={() => void aboutCall(() => consult(line.id, null))}>
            {how === 'talking' ? 'End with colleague' : 'Stop ringing'}
          </Button>
        )}
        {how === 'talking' && (
          <Button size="xs" onClick={() => void handOn(line, { user_id, name }, true)}>
            Connect them
          </Button>
        )}
      </div>
    </div>
  )
}
