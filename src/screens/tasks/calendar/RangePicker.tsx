import '@mantine/dates/styles.css'
import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { type DayRange, weekOf } from '../../../features/tasks/rules/address.ts'
import { monthLabels, noDays } from '../../../platform/web/time/monthLabels.ts'
import classes from './TaskCalendar.module.css'

interface RangePickerProps {
  range: DayRange | null
  now: Date
  zone: string
  onPick(range: DayRange): void
}

/** Chooses the days of the calendar tab: a first and a last one, or this week. */
export function RangePicker({ range, now, zone, onPick }: RangePickerProps) {
  const [days, setDays] = useState<[string | null, string | null]>([range?.from ?? null, range?.to ?? null])
  return (
    <div className={classes.picker}>
      <DatePicker
        type="range"
        allowSingleDateInRange
        hideOutsideDates
        weekendDays={noDays}
        ariaLabels={monthLabels}
        value={days}
        defaultDate={range?.from}
        onChange={next => {
          setDays(next)
          const [from, to] = next
          if (from && to) onPick({ from, to })
        }}
      />
      <Button variant="default" fullWidth onClick={() => onPick(weekOf(now, zone))}>
        This week
      </Button>
    </div>
  )
}
