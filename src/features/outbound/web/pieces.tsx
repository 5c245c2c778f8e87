import { useNow } from '../../../platform/web/time/now.ts'
import { calendarDay, shortDay } from '../../../platform/web/time/time.ts'
import type { SendingRefusal } from '../contract.ts'
import { refusalDetail } from '../rules/refusals.ts'
import classes from './RefusalReasons.module.css'

const MINUTE = 60_000

/** Every reason why a message may not go: what is so, and below it since when, how we know, and by which rule. */
export function RefusalReasons({ refusals }: { refusals: readonly SendingRefusal[] }) {
  const now = useNow(MINUTE)
  const days = { instant: (at: string) => shortDay(at, now), day: calendarDay }
  return (
    <span className={classes.reasons}>
      {refusals.map(refusal => (
        <span key={refusal.code}>
          {refusal.sentence} <small>{refusalDetail(refusal, days)}</small>
        </span>
      ))}
    </span>
  )
}
