import type { MlsProperty } from '../../../../integrations/mls/client.ts'
import { buildingKeyOf, municipalityOf, offerOf, squareFeetOf, statusOf } from '../../rules.ts'
import type { IncomingListing } from '../queries/replication.ts'

const count = (value: number | null | undefined): number => Math.min(99, Math.max(0, Math.round(value ?? 0)))

/** A record of the listing service in the product's words. */
export function incomingListing(property: MlsProperty): IncomingListing {
  const street = [property.StreetNumber, property.StreetName, property.StreetSuffix].filter(Boolean).join(' ')
  const address = street || (property.UnparsedAddress ?? '')
  const city = municipalityOf(property.City ?? '')
  const unit = property.UnitNumber || null
  const propertyType = property.PropertySubType ?? 'Home'
  return {
    mls_number: property.ListingKey,
    status: statusOf(property.StandardStatus),
    offer: offerOf(property.TransactionType),
    property_type: propertyType,
    price: Math.round(property.ListPrice * 100),
    address,
    unit,
    city,
    neighbourhood: property.CityRegion ?? '',
    postal_code: property.PostalCode ?? '',
    building_key: buildingKeyOf({ street: address, city, unit, propertyType }),
    building_name: property.BuildingName ?? '',
    beds: count(property.BedroomsAboveGrade),
    beds_plus: count(property.BedroomsBelowGrade),
    baths: count(property.BathroomsTotalInteger),
    sqft: squareFeetOf(property.LivingAreaRange),
    description: property.PublicRemarks ?? '',
    photo_base_url: property.PhotosBaseURL ?? null,
    brokerage: property.ListOfficeName ?? '',
    lat: property.Latitude ?? null,
    lng: property.Longitude ?? null,
    listed_at: property.OriginalEntryTimestamp,
    modified_at: property.ModificationTimestamp,
  }
}
