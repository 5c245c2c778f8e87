import { HomeMap } from '../../../../product/region/HomeMap.tsx'
import { placeNames } from '../../../../product/region/placeNames.ts'
import type { Offer } from '../../contract.ts'
import classes from './OfferCard.module.css'

const HEIGHT = 104
/** Names on a map this small. */
const MAX_PLACES = 3

/** Where the person looks; nothing where the map knows none of the places. */
export function OfferMap({ areas }: Pick<Offer, 'areas'>) {
  const points = areas
    .flatMap(({ name }) => {
      const place = placeNames.find(known => known.name === name)
      const [lat, lng] = place?.at.split(' ').map(Number) ?? []
      return lat === undefined || lng === undefined ? [] : [{ lat, lng, label: name }]
    })
    .slice(0, MAX_PLACES)
  if (points.length === 0) return null
  return (
    <div className={classes.map}>
      <HomeMap points={points} height={HEIGHT} label={`Map of ${points.map(({ label }) => label).join(', ')}`} />
    </div>
  )
}
