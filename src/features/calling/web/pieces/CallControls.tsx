import { Menu, Popover } from '@mantine/core'
import {
  IconArrowForwardUp,
  IconDialpad,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecordFilled,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import type { CallLine } from '../../contract.ts'
import { changeRecording } from '../client/calls.ts'
import { pressKey } from '../client/dial.ts'
import { aboutCall, setHeld } from '../client/line.ts'
import classes from './CallBar.module.css'
import { Colleagues } from './Colleagues.tsx'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** What can be done about a call that is connected: hold, keys, a colleague, the recording. On phones behind one button. */
export function CallControls({ line }: { line: CallLine }) {
  const wide = useIsWide()
  // Here and not in the keypad: what was pressed is still there when that is opened again.
  const [pressed, setPressed] = useState('')
  const keypad = (
    <Keypad
      pressed={pressed}
      onPress={key => {
        pressKey(key)
        setPressed(before => before + key)
      }}
    />
  )
  const hold = () => void setHeld(line, !line.is_held)
  const holdLabel = line.is_held ? 'Take off hold' : 'Hold'
  const HoldIcon = line.is_held ? IconPlayerPlay : IconPlayerPause
  if (!wide)
    return (
      <Panel label="More" icon={<IconDots {...icon} />}>
        <div className={classes.more}>
          <button type="button" className={classes.wideButton} onClick={hold}>
            <HoldIcon {...icon} /> {holdLabel}
          </button>
          {keypad}
          <Colleagues line={line} />
          <RecordingActions line={line} />
        </div>
      </Panel>
    )
  return (
    <>
      <RecordingMenu line={line} />
      <button
        type="button"
        className={classes.button}
        aria-label={holdLabel}
        title={holdLabel}
        aria-pressed={line.is_held}
        onClick={hold}
      >
        <HoldIcon {...icon} />
      </button>
      <Panel label="Keypad" icon={<IconDialpad {...icon} />}>
        {keypad}
      </Panel>
      <Panel label="Transfer" icon={<IconArrowForwardUp {...icon} />}>
        <Colleagues line={line} />
      </Panel>
    </>
  )
}

function Panel({ label, icon: shown, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Popover position="bottom-end" withinPortal shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.button} aria-label={label} title={label}>
          {shown}
        </button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  )
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

/** The keys of a telephone, below those that were pressed. */
function Keypad({ pressed, onPress }: { pressed: string; onPress(key: string): void }) {
  return (
    <div>
      <output className={classes.pressed} aria-label="Keys pressed">
        <bdi>{pressed}</bdi>
      </output>
      {/* biome-ignore lint/a11y/useSemanticElements: the keys of a telephone are no form */}
      <div className={classes.keypad} role="group" aria-label="Keypad">
        {keys.map(key => (
          <button key={key} type="button" onClick={() => onPress(key)}>
            {key}
          </button>
        ))}
      </div>
    </div>
  )
}

const isGoingOn = ({ recording }: CallLine): boolean =>
  recording?.kind === 'call' && (recording.state === 'recording' || recording.state === 'paused')

function RecordingMenu({ line }: { line: CallLine }) {
  if (!isGoingOn(line)) return null
  const isPaused = line.recording?.state === 'paused'
  const label = isPaused ? 'Recording paused' : 'Recording'
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <button
          type="button"
          className={`${classes.button} ${classes.record}`}
          data-paused={isPaused || undefined}
          aria-label={label}
          title={label}
        >
          <IconPlayerRecordFilled size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setPaused(line, !isPaused)}>
          {isPaused ? 'Go on recording' : 'Pause recording'}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => refuse(line)}>
          They said no: stop and delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const setPaused = ({ id }: CallLine, isPaused: boolean) =>
  void aboutCall(() => changeRecording(id, isPaused ? 'pause' : 'resume'))
const refuse = ({ id }: CallLine) => void aboutCall(() => changeRecording(id, 'refuse'))

function RecordingActions({ line }: { line: CallLine }) {
  if (!isGoingOn(line)) return null
  const isPaused = line.recording?.state === 'paused'
  return (
    <>
      <button type="button" className={classes.wideButton} onClick={() => setPaused(line, !isPaused)}>
        <IconPlayerRecordFilled size={14} aria-hidden /> {isPaused ? 'Go on recording' : 'Pause recording'}
      </button>
      <button type="button" className={classes.wideButton} onClick={() => refuse(line)}>
        They said no: stop and delete
      </button>
    </>
  )
}
