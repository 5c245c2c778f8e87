import { money } from '../../../../platform/web/money.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { Listing } from '../../contract.ts'
import { homeFacts } from '../../rules.ts'
import classes from '../Listing.module.css'

const states: Readonly<Record<Listing['status'], string>> = {
  active: 'On the market',
  pending: 'Under contract',
  closed: 'Sold or leased',
  withdrawn: 'Withdrawn',
  expired: 'Off the market',
}

/** A home with everything the listing service says of it. */
export function ListingSheet({ listing }: { listing: Listing }) {
  const { address, neighbourhood, city, price, offer, property_type, description, mls_number, brokerage } = listing
  const facts: [string, string][] = [
    ['Home', `${property_type} · ${homeFacts(listing)}`],
    ['State', states[listing.status]],
    ['Listed', `${shortDay(listing.listed_at, new Date())} by ${brokerage || 'an unknown brokerage'}`],
    ['MLS number', mls_number],
  ]
  return (
    <article className={classes.sheet}>
      <h1>{address}</h1>
      <p>{[neighbourhood, city, listing.postal_code].filter(Boolean).join(', ')}</p>
      <p className={classes.figure}>
        {money(price)} <small>{offer === 'lease' ? 'a month' : 'asked'}</small>
      </p>
      <p>{description}</p>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
