import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { monthLabels, noDays } from '../../../platform/web/time/monthLabels.ts'
import { isoDay } from '../../../platform/web/time/time.ts'
import classes from './TaskCalendar.module.css'

interface DayPickerProps {
  now: Date
  zone: string
  onPick(day: string): void
}

/** Chooses a day from today on. */
export function DayPicker({ now, zone, onPick }: DayPickerProps) {
  const today = isoDay(now, zone)
  return (
    <div className={classes.picker}>
      <DatePicker
        hideOutsideDates
        highlightToday
        weekendDays={noDays}
        ariaLabels={monthLabels}
        minDate={today}
        defaultDate={today}
        onChange={day => day && onPick(day)}
      />
    </div>
  )
}
