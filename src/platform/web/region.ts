/** What screens need to know of the place where a product is at home. */
export interface WebRegion {
  /** IANA zone of people who have none of their own. */
  zone: string
  /** How numbers and amounts are written. */
  locale: string
  /** ISO code of the currency. */
  currency: string
}

let own: WebRegion = { zone: 'UTC', locale: 'en', currency: 'USD' }

/** Says where the product is at home; once, before anything is shown. */
export const setRegion = (region: WebRegion): void => {
  own = region
}

/** Where the product is at home. */
export const ownRegion = (): WebRegion => own
