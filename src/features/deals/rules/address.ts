interface Street {
  street_number: string
  street_name: string
  street_direction?: string | undefined
}

interface Address extends Street {
  unit: string
  city: string
  province: string
  postal_code: string
}

/** "44 Bertmount Ave". */
export const streetOf = ({ street_number, street_name }: Pick<Street, 'street_number' | 'street_name'>): string =>
  `${street_number} ${street_name}`.trim()

/** The address of a deal as its documents show it: number and street, direction, then a comma and the suite (specification §3). */
export function dealAddress({ suite_number, ...street }: Street & { suite_number?: string | undefined }): string {
  const direction = street.street_direction ? ` ${street.street_direction}` : ''
  return `${streetOf(street)}${direction}${suite_number ? `, ${suite_number}` : ''}`
}

/** How a deal is called in lists: the unit in front, as in "1208 – 38 Stadium Rd". */
export function dealTitle(address: Street & { unit: string }): string {
  const street = [streetOf(address), address.street_direction].filter(Boolean).join(' ')
  const unit = address.unit && street ? `${address.unit} – ` : address.unit
  return `${unit}${street}` || 'Address not given'
}

/** City, province and postal code: "Toronto, ON M4M 2X8". */
export const placeOf = ({ city, province, postal_code }: Pick<Address, 'city' | 'province' | 'postal_code'>): string =>
  [city, `${province} ${postal_code}`.trim()].filter(Boolean).join(', ')

/** A deal on paper: how it is called, then its place, as far as it is known. */
export const dealOnPaper = (address: Address): string =>
  [dealTitle(address), placeOf(address)].filter(Boolean).join(', ')

/** An MLS number as it is kept, however it was typed. */
export const mlsNumber = (text: string): string => text.trim().toUpperCase()

/** The page of a deal. */
export const dealPath = (id: number): string => `/deals/${id}`
