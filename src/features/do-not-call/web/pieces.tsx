import { useQuery } from '@tanstack/react-query'
import { calendarDay } from '../../../platform/web/time/time.ts'
import { ageText } from '../rules.ts'
import { listInForceQuery } from './client.ts'
import classes from './DoNotCall.module.css'

/** Where somebody calls: from when the do-not-call list is. Nothing where none was imported. */
export function DoNotCallAge() {
  const { data } = useQuery(listInForceQuery)
  if (!data?.list) return null
  const { obtained_on, age_days, is_too_old } = data.list
  return (
    <p className={classes.age} data-old={is_too_old || undefined} title={`Obtained on ${calendarDay(obtained_on)}`}>
      Do-not-call list {ageText(age_days)}
      {is_too_old && ': only leads with a recent inquiry or deal can be called'}
    </p>
  )
}
