import { Button } from '@mantine/core'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { countdown } from '../../../../platform/wire/clock.ts'
import type { Offer } from '../../contract.ts'
import { announcement } from './announcements.ts'
import classes from './OfferCard.module.css'
import { offerSummary } from './summary.ts'

interface OfferStripProps {
  offer: Offer
  /** Seconds that are left, and that there were. */
  left: number
  whole: number
  /** Whoever folded the card was in it. */
  hasFocus: boolean
  onShow(): void
}

/** The offer while the person is in the middle of something, or folded it: it covers nothing that they came to press. */
export function OfferStrip({ offer, left, whole, hasFocus, onShow }: OfferStripProps) {
  return (
    <aside className={classes.strip} aria-label="A new lead is offered to you">
      <p className={classes.announced} role="status">
        {announcement(left)}
      </p>
      <Ring size={28} turn={left / Math.max(1, whole)} label="" />
      <span className={classes.stripText}>
        <b>A new lead</b> {offerSummary(offer)}
      </span>
      <span className={classes.stripTime}>{countdown(left)}</span>
      <Button size="xs" autoFocus={hasFocus} onClick={onShow}>
        Show
      </Button>
    </aside>
  )
}
