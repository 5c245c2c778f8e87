import { Button } from '@mantine/core'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import type { Stamp } from '../../contract/ladders.ts'
import type { LadderChange } from '../../rules/changes.ts'
import classes from './Changes.module.css'

interface DraftChangesProps {
  changes: readonly LadderChange[]
  stamps: Readonly<Record<string, Stamp>>
  onTakeBack(change: LadderChange): void
}

/** Every difference of the draft to what is in force, with who made it. */
export function DraftChanges({ changes, stamps, onTakeBack }: DraftChangesProps) {
  return (
    <section className={classes.changes} aria-labelledby="draft-changes">
      <h2 id="draft-changes">
        In this draft <small>{changes.length === 1 ? '1 change' : `${changes.length} changes`}</small>
      </h2>
      <ul>
        {changes.map(change => (
          <li key={change.key}>
            <b>{change.place}</b>
            <span>{change.text}</span>
            <small>{stampText(stamps[change.key])}</small>
            <Button
              size="xs"
              variant="transparent"
              aria-label={`Take back: ${change.place}, ${change.text}`}
              onClick={() => onTakeBack(change)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stampText = (stamp: Stamp | undefined): string =>
  stamp ? [stamp.by, timeOfDay(stamp.at)].filter(Boolean).join(', ') : ''
