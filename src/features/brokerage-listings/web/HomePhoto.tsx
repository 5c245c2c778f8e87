import { ListingPicture } from '../../listings/web/pieces/ListingPicture.tsx'
import type { BrokerageListing, BrokeragePhoto } from '../contract.ts'
import { brokeragePhotoPath, brokeragePhotoSet } from '../rules.ts'
import classes from './Listings.module.css'

interface HomePhotoProps {
  listing: Pick<BrokerageListing, 'cover' | 'mls_photo_base' | 'property_type'>
  /** One of its own; the cover when not said. */
  photo?: BrokeragePhoto | null
  alt: string
  sizes: string
  isFirst?: boolean
}

/** A photo of a home: its own, else that of the listing service, else a drawing. */
export function HomePhoto({ listing, photo = listing.cover, alt, sizes, isFirst = false }: HomePhotoProps) {
  if (!photo)
    return (
      <ListingPicture
        base={listing.mls_photo_base}
        alt={alt}
        kind={listing.property_type}
        sizes={sizes}
        isFirst={isFirst}
      />
    )
  return (
    <img
      className={classes.picture}
      src={brokeragePhotoPath(photo.file_name, 640)}
      srcSet={brokeragePhotoSet(photo.file_name)}
      sizes={sizes}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
    />
  )
}
