import { wallTimeText } from '../../../../platform/ui/dates/wallTime.ts'
import type { ShowingOfLead } from '../../contract.ts'
import { firstHourShown, hoursFrom, placeInDay, type ShowingForm } from '../rules/form.ts'
import classes from './ShowingForm.module.css'

interface DayBesideProps {
  form: ShowingForm
  /** The agent's showings, of that day and others. */
  calendar: readonly ShowingOfLead[]
  /** The client's first name. */
  name: string
  /** The showing that is edited stands where the form says. */
  edited: number | null
}

const HOUR_HEIGHT = 40

const hourText = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
const styleOf = ({ top, hours }: { top: number; hours: number }) => ({
  top: top * HOUR_HEIGHT,
  height: Math.max(20, hours * HOUR_HEIGHT - 2),
})

/** What the agent has on that day, with the showing that the form would add. */
export function DayBeside({ form, calendar, name, edited }: DayBesideProps) {
  const { date, time_start, time_end, address_formatted } = form
  if (!date) {
    return (
      <section className={classes.part} aria-label="Your calendar">
        <h3 className={classes.heading}>Your calendar</h3>
        <p className={classes.quiet}>Choose a day to see what else you have on.</p>
      </section>
    )
  }
  const others = calendar.filter(other => other.date === date && other.id !== edited)
  const firstHour = firstHourShown(
    time_start,
    others.map(other => other.time_start),
  )
  const isTaken = others.some(other => other.time_start < `${time_end}:00` && other.time_end > `${time_start}:00`)
  const planned = time_start ? placeInDay({ time_start, time_end }, firstHour) : null
  return (
    <section className={classes.part} aria-label="Your calendar">
      <h3 className={classes.heading}>
        {wallTimeText('date', date, date)}
        <span>{others.length === 0 ? 'nothing else on' : 'your calendar'}</span>
      </h3>
      <ol className={classes.day}>
        {hoursFrom(firstHour).map(hour => (
          <li key={hour} className={classes.hour} style={{ height: HOUR_HEIGHT }}>
            {hourText(hour)}
          </li>
        ))}
        {others.map(other => {
          const place = placeInDay(other, firstHour)
          return (
            place && (
              <li key={other.id} className={classes.event} style={styleOf(place)}>
                {`${streetOf(other.address_formatted)} · ${[other.lead.first_name || 'another lead', other.status].join(', ')}`}
              </li>
            )
          )
        })}
        {planned && (
          <li className={classes.event} data-planned data-beside={isTaken || undefined} style={styleOf(planned)}>
            {[streetOf(address_formatted) || 'This showing', name].filter(Boolean).join(' · ')}
          </li>
        )}
      </ol>
    </section>
  )
}

/** The address without its city. */
const streetOf = (address: string): string => address.split(',')[0] ?? ''
