import { useMemo } from 'react'
import { HomeMap } from '../../../../product/region/HomeMap.tsx'
import type { Listing } from '../../contract.ts'
import { cardPrice } from './ListingCards.tsx'

const MAP_HEIGHT = 260

interface ListingPlaceProps {
  listing: Pick<Listing, 'lat' | 'lng' | 'address' | 'price' | 'offer'>
  /** A map to move at once, instead of a picture of it that opens one. */
  isLive?: boolean
}

/** Where a home is; nothing of one whose place is not known. */
export function ListingPlace({ listing, isLive = false }: ListingPlaceProps) {
  const { lat, lng, address } = listing
  const label = cardPrice(listing)
  const points = useMemo(
    () => (lat === null || lng === null ? [] : [{ lat, lng, label, title: address }]),
    [lat, lng, label, address],
  )
  if (points.length === 0) return null
  return <HomeMap isLive={isLive} points={points} label={`Map: where ${address} is`} height={MAP_HEIGHT} />
}
