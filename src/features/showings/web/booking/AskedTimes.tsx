import { IconAlertCircleFilled, IconMessageCircle } from '@tabler/icons-react'
import { wallTimeText } from '../../../../platform/ui/dates/wallTime.ts'
import type { ShowingOfLead, ShowingProposals } from '../../contract.ts'
import { bookedThen, holdsTime, withAskedTime } from '../rules/form.ts'
import classes from './ShowingForm.module.css'
import type { ShowingFormState } from './useShowingForm.ts'

interface AskedTimesProps {
  form: ShowingFormState
  times: ShowingProposals['times']
  /** The agent's showings on those days. */
  calendar: readonly ShowingOfLead[]
  /** The client's first name. */
  name: string
}

/** The times that the lead asked for, one press each; what the agent has on then is said before. */
export function AskedTimes({ form, times, calendar, name }: AskedTimesProps) {
  if (times.length === 0) return null
  return (
    <section aria-label="Times asked for">
      <h3 className={classes.heading}>
        When <span>{`${name || 'The client'} asked for ${times.length === 1 ? 'this time' : 'these times'}`}</span>
      </h3>
      <div className={classes.times}>
        {times.map(time => {
          const other = bookedThen(time, calendar)
          const text = `${wallTimeText('date', time.date, time.date)}, ${time.from === null ? 'any time' : wallTimeText('time', time.from, time.date)}`
          return (
            <button
              key={`${time.date} ${time.from}`}
              type="button"
              className={classes.time}
              aria-pressed={holdsTime(form.values, time)}
              data-clashes={other ? '' : undefined}
              title={other ? `Conflicts with ${other.address_formatted}` : `Asked for about ${time.address}`}
              onClick={() => form.setValues(withAskedTime(form.values, time))}
            >
              {other ? (
                <IconAlertCircleFilled size={15} aria-hidden />
              ) : (
                <IconMessageCircle size={15} stroke={1.6} aria-hidden />
              )}
              {text}
              {other && <span>conflicts</span>}
            </button>
          )
        })}
      </div>
    </section>
  )
}
