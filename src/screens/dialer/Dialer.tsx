import { IconList, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import {
  continueDialing,
  type Dialer as DialerState,
  dial,
  endText,
  finishDialing,
  phaseText,
  placeText,
  useDialing,
} from '../../features/calling/web/client/dialer.ts'
import { useCallState } from '../../features/calling/web/client/store.ts'
import { leadPath } from '../../features/leads/rules.ts'
import { Ring } from '../../platform/ui/marks/Ring.tsx'
import { useIsWide } from '../../platform/web/viewport.ts'
import classes from './Dialer.module.css'
import { DialerList } from './DialerList.tsx'
import { showDialerList, useIsDialerListShown } from './dialerPanel.ts'

/** The list that is called down: its bar in the place of the call bar while nobody is called, and the list itself. */
export function Dialer() {
  const dialing = useDialing()
  const { status } = useCallState()
  const isShown = useIsDialerListShown()
  const wide = useIsWide()
  const place = wide ? document.getElementById('call-bar') : document.body
  const room = wide ? document.getElementById('below-banners') : document.body
  if (!dialing) return null
  return (
    <>
      {status === '' && place && createPortal(<Bar dialer={dialing.dialer} />, place)}
      {isShown && room && createPortal(<DialerList {...dialing} />, room)}
    </>
  )
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

function Bar({ dialer }: { dialer: DialerState }) {
  const { phase, at, rows } = dialer
  const row = rows[at]
  const isOver = phase === 'over'
  const finish = () => {
    showDialerList(false)
    finishDialing()
  }
  return (
    <section className={classes.bar} aria-label="Power dialer">
      <Ring size={20} turn={isOver ? 1 : at / rows.length} label={placeText(dialer)} color="var(--kt-on-inverse)" />
      <b className={classes.place}>{isOver ? endText(dialer) : placeText(dialer)}</b>
      {row && !isOver && (
        <span className={classes.who}>
          <Link to={leadPath({ id: row.leadId, first_name: row.name, last_name: '' })} dir="auto">
            {row.name}
          </Link>
          <span role="status">{phaseText(dialer)}</span>
        </span>
      )}
      <span className={classes.buttons}>
        {phase === 'paused' && (
          <button type="button" aria-label="Continue dialing" onClick={() => void continueDialing()}>
            <IconPlayerPlay {...icon} />
          </button>
        )}
        {!isOver && phase !== 'paused' && (
          <button type="button" aria-label="Pause dialing" onClick={() => dial({ type: 'pause' })}>
            <IconPlayerPause {...icon} />
          </button>
        )}
        {(phase === 'ringing' || phase === 'paused') && (
          <button type="button" aria-label="Skip" onClick={() => dial({ type: 'skip', reason: 'Skipped' })}>
            <IconPlayerSkipForward {...icon} />
          </button>
        )}
        <button type="button" aria-label="Show the list" onClick={() => showDialerList(true)}>
          <IconList {...icon} />
        </button>
        <button type="button" className={classes.finish} onClick={finish}>
          Finish
        </button>
      </span>
    </section>
  )
}
