import type { Brand } from '../../../../product/brand/brands.ts'

/** What the sign-in page says in each brand, and the lead that it offers as an example. */
export interface BrandText {
  headline: readonly [string, string]
  promise: string
  offer: string
}

export const brandText: Readonly<Record<Brand, BrandText>> = {
  property: {
    headline: ['The next call is already', 'on your screen.'],
    promise: 'Leads, tasks, showings and listing alerts of the whole brokerage, in one quiet place.',
    offer: 'Buyer · The Annex, Seaton Village · $1.45M',
  },
  condos: {
    headline: ['Two hundred people.', 'One clear day.'],
    promise: 'The right building, the right person and the right minute, in front of you.',
    offer: 'Buyer · CityPlace, Liberty Village · $875K',
  },
  mrloft: {
    headline: ['Fewer tabs.', 'More keys handed over.'],
    promise: 'From first inquiry to the keys, every turn of the lead in one timeline.',
    offer: 'Renter · Leslieville, Corktown · $2,900',
  },
}
