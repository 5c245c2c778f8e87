import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNow } from '../../web/time/now.ts'
import { localNow } from '../../web/time/time.ts'
import { useIsWide } from '../../web/viewport.ts'
import { onDemand } from '../onDemand.tsx'
import classes from './DateTimeField.module.css'
import { useTyped } from './useTyped.ts'
import { type DateTimeKind, type WallTime, wallTimeText } from './wallTime.ts'

const MINUTE_MS = 60_000
/** Where the choices are on a narrow screen, instead of beside their field. */
const SHEET = { position: 'fixed', inset: 'auto 0 0', width: '100%' } as const

const Choices = onDemand(async () => (await import('./DateTimeChoices.tsx')).DateTimeChoices)

type Passed = 'label' | 'aria-label' | 'size' | 'required' | 'disabled' | 'className' | 'description' | 'w'

export interface DateTimeFieldProps extends Pick<TextInputProps, Passed> {
  kind: DateTimeKind
  value?: WallTime
  onChange(value: WallTime): void
  /** What stands in an empty field; what an empty field means ("Now", "No date"). */
  placeholder?: string
  error?: ReactNode
  /** Earliest and latest that may be chosen. */
  min?: WallTime | undefined
  max?: WallTime | undefined
  /** Whether a day without more is one to come or one that was. */
  prefers?: 'future' | 'past'
  /** The time of a day that is chosen without one. */
  usualTime?: string
  /** The zone in which the field is meant; that of the person unless another is given. */
  zone?: string
  /** A word among others that opens the choices, without a frame. */
  quiet?: boolean
  /** Whether near days are offered above the month; not where the form has its own. */
  hasQuickPicks?: boolean
  /** Typing begins here when the dialog opens. */
  isFirst?: boolean
}

/**
 * The one field for dates and times. It is typed into as one speaks ("tomorrow 3pm", "in 2 weeks", "Dec 4 14:30"), or
 * picked from days and times. What is understood is the value at once; Enter takes it and never sends the form, Esc
 * gives back what stood there.
 */
export function DateTimeField({ kind, value = '', onChange, ...props }: DateTimeFieldProps) {
  const { zone, quiet = false, isFirst, hasQuickPicks = true, placeholder = placeholders[kind], ...rest } = props
  const { error, min, max, prefers = 'future', usualTime = '09:00', ...field } = rest
  const now = localNow(useNow(MINUTE_MS), zone)
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  // On a touch screen the keyboard would cover what can be picked with the thumb: it comes when asked for.
  const [wantsKeyboard, setWantsKeyboard] = useState(() => !matchMedia('(pointer: coarse)').matches)
  const isWide = useIsWide()
  const choices = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { read, problem } = useTyped(typed, { kind, now, prefers, usualTime, min, max })
  const isRead = read !== undefined && problem === null
  // What was typed, and left, before the words could be read is read when they can be.
  useEffect(() => {
    if (typed === null || read === undefined) return
    if (read !== value) onChange(read)
    if (isRead && !isOpen) setTyped(null)
  }, [typed, read, value, onChange, isRead, isOpen])
  const understood = typed !== null && read ? wallTimeText(kind, read, now) : null
  const open = () => {
    if (!isOpen) setBefore(value)
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    if (isRead) setTyped(null)
  }
  const giveBack = () => {
    onChange(before)
    setTyped(null)
    setIsOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey) return
    if (event.key === 'Enter' && (isOpen || typed !== null)) {
      event.preventDefault()
      close()
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      giveBack()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      open()
      requestAnimationFrame(() => choices.current?.querySelector<HTMLElement>('[tabindex="0"], button')?.focus())
    }
  }
  const Icon = kind === 'time' ? IconClock : IconCalendar
  return (
    <Popover
      opened={isOpen && (typed === null || understood !== null)}
      onDismiss={close}
      position="bottom-start"
      width="max-content"
      withinPortal
      trapFocus={false}
      returnFocus={false}
      // Gone at once: what fades would take the press that closed it.
      transitionProps={{ duration: 120, exitDuration: 0 }}
    >
      <Popover.Target>
        <TextInput
          {...field}
          ref={input}
          role="combobox"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          autoComplete="off"
          inputMode={wantsKeyboard ? 'text' : 'none'}
          data-quiet={quiet || undefined}
          data-autofocus={isFirst || undefined}
          data-mantine-stop-propagation={isOpen || undefined}
          classNames={quiet ? { input: classes.quiet } : undefined}
          rightSection={quiet ? undefined : <Icon size={15} stroke={1.6} aria-hidden className={classes.icon} />}
          rightSectionPointerEvents="none"
          placeholder={placeholder}
          value={typed ?? wallTimeText(kind, value, now)}
          error={problem ?? error}
          onChange={event => {
            setTyped(event.currentTarget.value)
            open()
          }}
          onClick={open}
          onFocus={event => event.currentTarget.select()}
          onBlur={event => !choices.current?.contains(event.relatedTarget) && close()}
          onKeyDown={onKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        className={classes.dropdown}
        role="dialog"
        aria-label={choiceLabels[kind]}
        p={0}
        {...(isWide ? {} : { style: SHEET })}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside a choice leaves the focus in the field, so that the choices stay open */}
        <div ref={choices} onMouseDown={event => event.preventDefault()}>
          <Choices
            kind={kind}
            value={value}
            now={now}
            min={min}
            max={max}
            prefers={prefers}
            usualTime={usualTime}
            typed={understood}
            canClear={!field.required && value !== ''}
            hasQuickPicks={hasQuickPicks}
            onPick={(picked, isWhole) => {
              setTyped(null)
              onChange(picked)
              if (isWhole) setIsOpen(false)
            }}
            onCancel={giveBack}
            onKeyboard={
              wantsKeyboard
                ? null
                : () => {
                    setWantsKeyboard(true)
                    input.current?.blur()
                    requestAnimationFrame(() => input.current?.focus())
                  }
            }
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const placeholders: Readonly<Record<DateTimeKind, string>> = {
  date: 'Day',
  time: 'Time',
  datetime: 'Day and time',
}

const choiceLabels: Readonly<Record<DateTimeKind, string>> = {
  date: 'Choose a day',
  time: 'Choose a time',
  datetime: 'Choose a day and time',
}
