import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '../../../../platform/web/money.ts'
import type { ListingCard } from '../../contract.ts'
import classes from './ListingCards.module.css'
import { ListingPicture } from './ListingPicture.tsx'

/** What a card shows of a home; less of it while the home itself is still being read. */
export type ShownHome = Pick<ListingCard, 'mls_number' | 'address' | 'photo_base_url'> &
  Partial<Pick<ListingCard, 'offer' | 'property_type' | 'status'>> & { price: string }

/** The price as cards say it. */
export const cardPrice = ({ price, offer }: Pick<ListingCard, 'price' | 'offer'>): string =>
  `${money(price)}${offer === 'lease' ? ' / mo' : ''}`

const FIRST = 3

/** A few homes side by side; the rest of them behind a number. */
export function ListingCards({ homes, label }: { homes: readonly ShownHome[]; label: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const rest = homes.length - FIRST
  const shown = isWhole || rest <= 0 ? homes : homes.slice(0, FIRST)
  return (
    <ul className={classes.cards} aria-label={label} data-whole={isWhole || undefined}>
      {shown.map(home => (
        <li key={home.mls_number}>
          <Link className={classes.card} to="/listings/$mls" params={{ mls: home.mls_number }}>
            <span className={classes.frame}>
              <ListingPicture
                base={home.photo_base_url}
                alt=""
                kind={home.property_type}
                sizes="(max-width: 600px) 45vw, 220px"
              />
            </span>
            <span className={classes.price}>
              {home.price}
              {home.status && home.status !== 'active' && <span className={classes.state}> off the market</span>}
            </span>
            <span className={classes.address}>{home.address}</span>
          </Link>
        </li>
      ))}
      {rest > 0 && !isWhole && (
        <li>
          <button
            type="button"
            className={classes.more}
            aria-label={`Show ${rest} more`}
            onClick={() => setIsWhole(true)}
          >
            +{rest}
          </button>
        </li>
      )}
    </ul>
  )
}
