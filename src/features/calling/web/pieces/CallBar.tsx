import { NativeSelect, Popover } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPhoneX,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { leadPath } from '../../../leads/rules.ts'
import { chooseDevice, closeCall, hangUp, toggleMute } from '../client/dial.ts'
import { useLine } from '../client/line.ts'
import { useCallState } from '../client/store.ts'
import { type AudioDevices, type CallState, statusText, timerText } from '../rules/callState.ts'
import classes from './CallBar.module.css'
import { CallControls } from './CallControls.tsx'

/** The call that goes on, or has just ended, over whatever page is open. */
export function CallBar() {
  const state = useCallState()
  const wide = useIsWide()
  const place = wide ? document.getElementById('call-bar') : document.body
  if (!place || (state.status === '' && state.lost === '')) return null
  return createPortal(state.status === '' ? <Lost reason={state.lost} /> : <Bar state={state} />, place)
}

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** No call can go through, and none comes in. */
function Lost({ reason }: { reason: string }) {
  return (
    <p className={classes.lost} role="status">
      <IconPhoneX {...icon} /> {reason}
    </p>
  )
}

function Bar({ state }: { state: CallState }) {
  const { active, muted, timer, statusClass } = state
  const line = useLine(state)
  const said = line?.is_held ? 'on hold' : statusText(state)
  return (
    <section className={classes.bar} data-status={statusClass} data-wide={line !== null || undefined} aria-label="Call">
      <i className={classes.dot} aria-hidden />
      <div className={classes.who}>
        <Name state={state} />
        <span className={classes.status} role="status" title={said}>
          {said}
        </span>
      </div>
      <span className={classes.timer} role="timer">
        {timerText(timer)}
      </span>
      <span className={classes.buttons}>
        {active && (
          <button
            type="button"
            className={classes.button}
            aria-label={muted ? 'Unmute' : 'Mute'}
            title={muted ? 'Unmute' : 'Mute'}
            aria-pressed={muted}
            onClick={toggleMute}
          >
            {muted ? <IconMicrophoneOff {...icon} /> : <IconMicrophone {...icon} />}
          </button>
        )}
        {line && <CallControls line={line} />}
        <AudioSettings devices={state.devices} />
        {active ? (
          <button type="button" className={`${classes.button} ${classes.end}`} aria-label="End call" onClick={hangUp}>
            <IconPhoneOff {...icon} />
          </button>
        ) : (
          <button type="button" className={classes.button} aria-label="Close call" onClick={closeCall}>
            <IconX {...icon} />
          </button>
        )}
      </span>
    </section>
  )
}

function Name({ state: { name, leadId } }: { state: CallState }) {
  if (leadId === null) return <b dir="auto">{name}</b>
  const [first_name = '', ...rest] = name.split(' ')
  return (
    <Link to={leadPath({ id: leadId, first_name, last_name: rest.join(' ') })} dir="auto">
      {name}
    </Link>
  )
}

function AudioSettings({ devices }: { devices: AudioDevices }) {
  const optionsOf = (kind: 'input' | 'output') => devices[kind].map(({ id, label }) => ({ value: id, label }))
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.button} aria-label="Audio settings" title="Audio settings">
          <IconAdjustmentsHorizontal {...icon} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.devices}>
          <NativeSelect
            label="Microphone"
            data={optionsOf('input')}
            value={devices.chosenInput ?? ''}
            onChange={event => chooseDevice('input', event.currentTarget.value)}
          />
          <NativeSelect
            label="Speaker"
            data={optionsOf('output')}
            value={devices.chosenOutput ?? ''}
            onChange={event => chooseDevice('output', event.currentTarget.value)}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
