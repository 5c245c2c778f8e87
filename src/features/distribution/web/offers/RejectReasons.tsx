import { Button, Textarea } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { type RejectReason, rejectReasons } from '../../rules/states.ts'
import classes from './OfferCard.module.css'

interface RejectReasonsProps {
  isBusy: boolean
  onReject(answer: { reason: RejectReason; note?: string }): void
  onBack(): void
}

const reasons = Object.entries(rejectReasons) as [RejectReason, string][]
const NOTE_LENGTH = 300

/** Why the person rejects: one of four, and a line if they like. */
export function RejectReasons({ isBusy, onReject, onBack }: RejectReasonsProps) {
  const [note, setNote] = useState('')
  useHotkeys([['Escape', onBack]], [])
  return (
    <div className={classes.reasons}>
      <h3>Why not this one?</h3>
      <div className={classes.choices}>
        {reasons.map(([reason, label], index) => (
          <Button
            key={reason}
            variant="default"
            disabled={isBusy}
            data-autofocus={index === 0 || undefined}
            onClick={() => onReject({ reason, ...(note.trim() ? { note: note.trim() } : {}) })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Textarea
        aria-label="A line for the office"
        placeholder="A line for the office (optional)"
        rows={1}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <Button variant="subtle" color="gray" size="xs" onClick={onBack}>
        Back
      </Button>
    </div>
  )
}
