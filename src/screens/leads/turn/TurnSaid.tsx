import { IconAlertCircle, IconCheck, IconUserShare } from '@tabler/icons-react'
import { LeadDial } from '../../../features/leads/web/pieces/LeadDial.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import classes from './Turn.module.css'
import type { Said } from './useTurnSteps.ts'

interface TurnSaidProps {
  said: Said | null
  /** The lead that is shown. */
  shown: number
  elsewhere: string | null
  onUndo(): void
}

/** What has just become of a lead, with Undo; why it did not; or what somebody else did. */
export function TurnSaid({ said, shown, elsewhere, onUndo }: TurnSaidProps) {
  if (said?.kind === 'failed') {
    return (
      <div className={classes.said} data-failed role="alert">
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        <span>{said.text}</span>
      </div>
    )
  }
  if (elsewhere && said?.id !== shown) {
    return (
      <output className={classes.said}>
        <IconUserShare size={16} stroke={1.6} aria-hidden />
        <span>{elsewhere}</span>
        <span className={classes.saidNext} data-hints>
          <KeyHint keys="J" /> next
        </span>
      </output>
    )
  }
  if (!said) return <div className={classes.noSaid} />
  return (
    <output className={classes.said}>
      {said.status === null ? (
        <IconCheck size={16} stroke={1.6} aria-hidden />
      ) : (
        <LeadDial status={said.status} size={16} />
      )}
      <b>{said.text}</b>
      {said.isWaiting && <span className={classes.saidMeta}>Next in 1 s</span>}
      <button type="button" className={classes.undo} onClick={onUndo}>
        Undo <KeyHint keys="Z" />
      </button>
    </output>
  )
}
