import '@mantine/dates/styles.css'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconKeyboard } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { monthLabels, noDays } from '../../web/time/monthLabels.ts'
import { useIsWide } from '../../web/viewport.ts'
import { KeyHint, ToggleChip } from '../pieces.tsx'
import classes from './DateTimeField.module.css'
import { quickPicks } from './quickPicks.ts'
import { type DateTimeKind, dayOf, timeOf, timesOfDay, type WallTime, wallTime, wallTimeText } from './wallTime.ts'

interface DateTimeChoicesProps {
  kind: DateTimeKind
  value: WallTime
  now: WallTime
  min: WallTime | undefined
  max: WallTime | undefined
  prefers: 'future' | 'past'
  usualTime: string
  /** How what is being typed is understood; `null` when nothing is typed. */
  typed: string | null
  canClear: boolean
  hasQuickPicks: boolean
  /** `isWhole`: nothing is left to choose. */
  onPick(value: WallTime, isWhole: boolean): void
  onCancel(): void
  /** Asks for the keyboard of a touch screen; `null` where there is one anyway. */
  onKeyboard: (() => void) | null
}

/** What a field for dates and times offers: what was typed in full, or near days, a month, and times of day. */
export function DateTimeChoices(props: DateTimeChoicesProps) {
  const {
    kind,
    value,
    now,
    min,
    max,
    prefers,
    usualTime,
    typed,
    canClear,
    hasQuickPicks,
    onPick,
    onCancel,
    onKeyboard,
  } = props
  const isWide = useIsWide()
  const day = dayOf(value)
  const time = timeOf(value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  if (typed !== null) {
    // Whoever types looks at nothing else, and wants to press what lies below.
    return (
      <p className={classes.typed} role="status">
        {typed} <KeyHint keys="↵" />
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the choices from wherever the focus is in them
    <div className={classes.choices} data-kind={kind} onKeyDown={onKeyDown} data-mantine-stop-propagation>
      <div className={classes.quick}>
        {(hasQuickPicks ? quickPicks(kind, now, prefers, usualTime) : []).map(pick => (
          <ToggleChip key={pick.label} on={pick.value === value} onChange={() => onPick(pick.value, true)}>
            {pick.label}
          </ToggleChip>
        ))}
        {onKeyboard && (
          <ActionIcon aria-label="Type it" onClick={onKeyboard}>
            <IconKeyboard size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
        {canClear && (
          <UnstyledButton className={classes.clear} onClick={() => onPick('', true)}>
            Clear
          </UnstyledButton>
        )}
      </div>
      <div className={classes.parts}>
        {kind !== 'time' && (
          <DatePicker
            key={day}
            className={classes.month}
            value={day || null}
            defaultDate={day || now.slice(0, 10)}
            {...(min ? { minDate: min.slice(0, 10) } : {})}
            {...(max ? { maxDate: max.slice(0, 10) } : {})}
            highlightToday
            size={isWide ? 'sm' : 'lg'}
            hideOutsideDates
            weekendDays={noDays}
            ariaLabels={monthLabels}
            __stopPropagation
            onChange={next => next && onPick(wallTime(kind, next, time || usualTime), kind === 'date')}
          />
        )}
        {kind !== 'date' && (
          <Times
            chosen={time}
            near={time || usualTime}
            onPick={next => onPick(wallTime(kind, day || now.slice(0, 10), next), true)}
          />
        )}
      </div>
    </div>
  )
}

interface TimesProps {
  chosen: string
  /** Where the list begins. */
  near: string
  onPick(time: string): void
}

function Times({ chosen, near, onPick }: TimesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector(`[data-time="${near}"]`)
    if (shown instanceof HTMLElement && list.current) {
      list.current.scrollTop = shown.offsetTop - list.current.offsetTop - 68
      list.current.scrollLeft = shown.offsetLeft - list.current.offsetLeft - 68
    }
  }, [near])
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !(document.activeElement instanceof HTMLElement)) return
    event.preventDefault()
    const next = step > 0 ? document.activeElement.nextElementSibling : document.activeElement.previousElementSibling
    if (next instanceof HTMLElement) next.focus()
  }
  const all = timesOfDay.includes(chosen) || chosen === '' ? timesOfDay : [chosen, ...timesOfDay]
  const reached = timesOfDay.includes(near) ? near : all[0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll its buttons in every browser
    <div ref={list} className={classes.times} role="group" aria-label="Time" onKeyDown={move}>
      {all.map(time => (
        <UnstyledButton
          key={time}
          className={classes.time}
          data-time={time}
          aria-pressed={time === chosen}
          tabIndex={time === reached ? 0 : -1}
          onClick={() => onPick(time)}
        >
          {wallTimeText('time', time, '')}
        </UnstyledButton>
      ))}
    </div>
  )
}
