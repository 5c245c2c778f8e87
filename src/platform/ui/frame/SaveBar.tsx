import { Button } from '@mantine/core'
import { useState } from 'react'
import { useShortcuts } from '../../web/page/keys.ts'
import { printedKeys } from '../../web/page/printedKeys.ts'
import { count } from '../../web/text.ts'
import { KeyHint } from '../pieces.tsx'
import classes from './SaveBar.module.css'

interface SaveBarProps {
  /** How many settings are not saved yet; nothing is shown for none. */
  changes: number
  /** For whom they count, such as "for everyone, at once". */
  reach: string
  isSaving: boolean
  /** Gets the reason that was typed; empty for none. */
  onSave(reason: string): void
  onDiscard(): void
}

const SAVE = 'mod+s'

/** Floats over settings while some were changed: nothing counts before it is saved. */
export function SaveBar({ changes, reach, isSaving, onSave, onDiscard }: SaveBarProps) {
  const [reason, setReason] = useState('')
  const save = () => {
    onSave(reason.trim())
    setReason('')
  }
  useShortcuts(
    [{ keys: SAVE, label: 'Save the changes', group: 'Settings', run: save, whileTyping: true }],
    changes > 0,
  )
  if (changes === 0) return null
  const noun = changes === 1 ? 'change' : 'changes'
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label="Changes">
        <output className={classes.size}>
          {count(changes)} {noun}
        </output>
        <span className={classes.reach}>{reach}</span>
        <input
          className={classes.reason}
          aria-label="Reason"
          placeholder="Why? Kept in the history"
          maxLength={300}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <button type="button" className={classes.discard} disabled={isSaving} onClick={onDiscard}>
          Discard
        </button>
        <Button loading={isSaving} rightSection={<KeyHint keys={printedKeys(SAVE)} />} onClick={save}>
          Save {count(changes)} {noun}
        </Button>
      </div>
    </div>
  )
}
