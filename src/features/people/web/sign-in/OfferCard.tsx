import { useEffect, useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { countdown } from '../../../../platform/wire/clock.ts'
import classes from './OfferCard.module.css'

/** An offer is open this long. */
const OFFER_SECONDS = 15 * 60
const SHOWN_SECONDS = 11 * 60 + 42

/** One true piece of product on the sign-in page: a lead on offer, its fifteen minutes running. Only to be looked at. */
export function OfferCard({ text }: { text: string }) {
  const [left, setLeft] = useState(SHOWN_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft(seconds => (seconds > 1 ? seconds - 1 : OFFER_SECONDS)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className={classes.card} aria-hidden="true">
      <Ring turn={left / OFFER_SECONDS} size={50} label="">
        <span className={classes.time}>{countdown(left)}</span>
      </Ring>
      <div className={classes.text}>
        <span className={classes.title}>A new lead is offered to you</span>
        <span className={classes.lead}>{text}</span>
      </div>
      <span className={classes.accept}>Accept</span>
      <span className={classes.reject}>Reject</span>
    </div>
  )
}
