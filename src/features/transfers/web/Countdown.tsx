import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { useNow } from '../../../platform/web/time/now.ts'
import { countdown } from '../../../platform/wire/clock.ts'
import type { Transfer } from '../contract.ts'
import classes from './Transfers.module.css'

const secondsTo = (instant: string, now: Date) => (Date.parse(instant) - now.getTime()) / 1000

/** What is left of an offer: the ring runs out, the time stands beside it. */
export function Countdown({ transfer }: { transfer: Transfer }) {
  const now = useNow(1000)
  if (transfer.expires_at === null) return null
  const left = secondsTo(transfer.expires_at, now)
  const whole = (Date.parse(transfer.expires_at) - Date.parse(transfer.created_at)) / 1000
  const text = left > 0 ? `${countdown(left)} left` : 'Expired'
  return (
    <span className={classes.countdown} role="timer">
      <Ring size={14} turn={left / Math.max(1, whole)} label={text} />
      <span aria-hidden="true">{text}</span>
    </span>
  )
}
