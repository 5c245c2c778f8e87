import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { money } from '../../../platform/web/money.ts'
import { Listing } from '../contract.ts'
import classes from './Favourites.module.css'
import { ListingPicture } from './pieces/ListingPicture.tsx'

interface FavouritesPanelProps {
  lead: { favourite_listings?: unknown[]; favourite_archive_listings?: unknown[] }
}

const FIRST = 4

/** Homes that a lead keeps: those on the market, then those that are off it. */
export function FavouritesPanel({ lead }: FavouritesPanelProps) {
  const [isWhole, setIsWhole] = useState(false)
  const homes = [...read(lead.favourite_listings), ...read(lead.favourite_archive_listings)]
  if (homes.length === 0) return null
  return (
    <PanelSection title="Favourites" count={homes.length}>
      <ul className={classes.list}>
        {homes.slice(0, isWhole ? undefined : FIRST).map(home => (
          <li key={home.id}>
            <span className={classes.photo}>
              <ListingPicture base={home.photo_base_url} alt="" kind={home.property_type} sizes="44px" />
            </span>
            <span>
              <Link to="/listings/$mls" params={{ mls: home.mls_number }}>
                {home.address}
              </Link>
              <small>
                {[`${home.beds} bed`, `${home.baths} bath`, home.neighbourhood].filter(Boolean).join(' · ')}
              </small>
            </span>
            <span className={classes.price}>
              {money(home.price)}
              <small>{home.status === 'active' ? `MLS ${home.mls_number}` : `Off the market: ${home.status}`}</small>
            </span>
          </li>
        ))}
      </ul>
      {homes.length > FIRST && (
        <button type="button" className={classes.more} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${homes.length}`}
        </button>
      )}
    </PanelSection>
  )
}

const read = (homes: unknown[] | undefined): Listing[] => Listing.array().safeParse(homes ?? []).data ?? []
