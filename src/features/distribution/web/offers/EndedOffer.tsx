import classes from './OfferCard.module.css'

/** In the place of a card whose offer is over: how it ended. */
export function EndedOffer({ text }: { text: string }) {
  return (
    <aside className={classes.card} aria-label="Offer" data-ended>
      <p className={classes.ended} role="status">
        {text}
      </p>
    </aside>
  )
}
