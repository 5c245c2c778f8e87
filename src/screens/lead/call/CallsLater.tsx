import { IconPhone } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { leadName } from '../../../features/leads/web/pieces/wording.ts'
import classes from './CallCard.module.css'
import { type MadeCall, openCall } from './madeCalls.ts'

/** The dot in the top bar: calls that are still to be logged. Pressed, the newest opens its card again. */
export function CallsLater({ calls }: { calls: readonly MadeCall[] }) {
  const bar = document.getElementById('call-bar')
  const [newest] = calls
  if (!bar || !newest) return null
  const label = calls.length === 1 ? `Log call with ${leadName(newest.lead)}` : `Log ${calls.length} calls`
  return createPortal(
    <button type="button" className={classes.later} aria-label={label} title={label} onClick={() => openCall(newest)}>
      <IconPhone size={14} stroke={1.6} aria-hidden />
      <span>{label}</span>
      <i aria-hidden />
    </button>,
    bar,
  )
}
