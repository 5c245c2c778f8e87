import { NumberInput, Popover, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Period } from '../../contract/ladders.ts'
import { MAX_DURATION } from '../../rules/conditions.ts'
import classes from './QuotaRules.module.css'

interface PeriodWordProps {
  period: Period
  label: string
  onChange(period: Period): void
}

const units = [
  { value: 'day', label: 'Days' },
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
]

/** A span of time in a sentence that opens its number and its unit. */
export function PeriodWord({ period, label, onChange }: PeriodWordProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<{ type: Period['type']; count: string | number }>(period)
  const max = MAX_DURATION[typed.type]
  const close = () => {
    setIsOpen(false)
    const { type, count } = typed
    if (typeof count !== 'number' || count < 1) return
    const next = { type, count: Math.min(count, max) }
    if (next.type !== period.type || next.count !== period.count) onChange(next)
  }
  const open = () => {
    setTyped(period)
    setIsOpen(true)
  }
  return (
    <Popover opened={isOpen} onChange={next => !next && close()} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button type="button" className={classes.word} aria-label={`Period: ${label}`} onClick={isOpen ? close : open}>
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.period}>
        <NumberInput
          label="Period"
          w={96}
          min={1}
          max={max}
          allowDecimal={false}
          value={typed.count}
          onChange={count => setTyped(before => ({ ...before, count }))}
          onKeyDown={event => event.key === 'Enter' && close()}
        />
        <SegmentedControl
          aria-label="Unit"
          data={units}
          value={typed.type}
          onChange={type => setTyped(before => ({ ...before, type: type as Period['type'] }))}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
