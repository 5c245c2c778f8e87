/** Where the product is at home. */
export interface Region {
  /** IANA zone of people who have none of their own. */
  zone: string
  /** How numbers and amounts are written. */
  locale: string
  /** ISO code of the currency. */
  currency: string
  /** ISO code of the country whose phone numbers are written without a country code. */
  country: 'CA'
}

/** The Greater Toronto Area. */
export const region: Region = { zone: 'America/Toronto', locale: 'en-CA', currency: 'CAD', country: 'CA' }
