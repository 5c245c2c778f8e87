import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { statusLabel } from '../../../features/leads/rules.ts'
import { LeadDial } from '../../../features/leads/web/pieces/LeadDial.tsx'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { type Ending, elapsedText, endingsOf, leftOver, progressOf, type Round } from './round.ts'
import { clearRound } from './roundStore.ts'
import classes from './TurnEnd.module.css'

interface TurnEndProps {
  round: Round
  onLeave(): void
  /** Goes through the leads that were passed over. */
  onAgain(round: Round): void
}

const labels = { snoozed: 'Snoozed', elsewhere: 'Changed by somebody else', 'passed over': 'Passed over' }

const labelOf = (ending: Ending): string =>
  ending.kind === 'status' ? statusLabel(ending.status) : labels[ending.kind]

/** The ring at the end, and what became of the leads. */
export function TurnEnd({ round, onLeave, onAgain }: TurnEndProps) {
  const [endedAt] = useState(Date.now)
  const { total, turned, turn } = progressOf(round)
  const left = total - turned
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    clearRound()
    back.current?.focus()
  }, [])
  const isWhole = left === 0
  return (
    <section className={classes.end}>
      <Ring
        size={132}
        turn={turn}
        color={isWhole ? 'var(--kt-green-dot)' : 'var(--kt-accent)'}
        label={`${turned} of ${total} turned`}
      >
        {isWhole ? <IconCheck size={48} stroke={1.6} color="var(--kt-green-text)" /> : <b>{turned}</b>}
      </Ring>
      <h1>
        {isWhole ? turned : `${turned} of ${total}`} turned in {elapsedText(endedAt - round.startedAt)}
      </h1>
      <ul className={classes.endings} aria-label="What became of them">
        {endingsOf(round).map(ending => (
          <li key={labelOf(ending)}>
            {ending.kind === 'status' ? (
              <LeadDial status={ending.status} size={16} />
            ) : (
              <span className={classes.dot} />
            )}
            {labelOf(ending)}
            <b>{ending.count}</b>
          </li>
        ))}
      </ul>
      <div className={classes.endActions}>
        <Button ref={back} size="md" onClick={onLeave}>
          Back to the list
        </Button>
        {left > 0 && (
          <Button size="md" variant="default" onClick={() => onAgain(leftOver(round, Date.now()))}>
            Turn the {left} left
          </Button>
        )}
      </div>
    </section>
  )
}
