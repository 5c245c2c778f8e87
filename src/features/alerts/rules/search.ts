import type { Offer } from '../../listings/contract.ts'
import type { OfferKind, Search } from '../contract/alerts.ts'

/** A search for everything, which fields are put over. */
export const anySearch: Search = {
  offer: null,
  areas: [],
  buildings: [],
  types: [],
  price_min: null,
  price_max: null,
  beds: null,
  baths: null,
  keywords: [],
}

/** A search with what was given put over it; what was not given stays. */
export function searchOf(given: Partial<Search>, base: Search = anySearch): Search {
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...base, ...Object.fromEntries(said) }
}

/** The kinds of home that listing services tell apart. */
export const homeTypes = [
  'Condo Apartment',
  'Condo Townhouse',
  'Detached',
  'Semi-Detached',
  'Att/Row/Townhouse',
] as const

export const offerLabel: Readonly<Record<OfferKind, string>> = { sale: 'For sale', rent: 'For rent', leas: 'For lease' }

/** What of the market a kind of offer means. */
export const offersOf = (kind: OfferKind | null): readonly Offer[] =>
  kind === null ? ['sale', 'lease'] : [kind === 'sale' ? 'sale' : 'lease']

/** The four characters after "offer=" in an address; `null` when they are none that is known. */
export function offerKindOf(url: string): OfferKind | null {
  const [, text = ''] = /[?&]offer=(.{4})/.exec(url) ?? []
  return text === 'sale' || text === 'rent' || text === 'leas' ? text : null
}

const offerParams: Readonly<Record<OfferKind, string>> = { sale: 'sale', rent: 'rent', leas: 'lease' }

/** The same search on a consumer site. */
export function searchUrl(domain: string, search: Search): string {
  const query = new URLSearchParams()
  const add = (name: string, value: string | number | null) => value !== null && query.append(name, String(value))
  add('offer', search.offer && offerParams[search.offer])
  add('price_min', search.price_min)
  add('price_max', search.price_max)
  add('beds', search.beds)
  add('baths', search.baths)
  for (const area of search.areas) add('area', area)
  for (const type of search.types) add('type', type)
  for (const word of search.keywords) add('keyword', word)
  return `https://${domain}/search?${query}`
}

const short = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 1 })
const money = (dollars: number): string =>
  dollars >= 1_000_000
    ? `$${short.format(dollars / 1_000_000)}M`
    : dollars >= 10_000
      ? `$${short.format(dollars / 1000)}K`
      : `$${short.format(dollars)}`

function formatPriceRange({ price_min: from, price_max: to }: Search): string {
  if (from && to) return `${money(from)} to ${money(to)}`
  if (to) return `up to ${money(to)}`
  return from ? `from ${money(from)}` : ''
}

/** What is looked for, a few words each: places first, then the kind of offer, and so on. */
export function searchText(search: Search, areaNames: ReadonlyMap<number, string>): string[] {
  return [
    ...search.areas.map(id => areaNames.get(id) ?? ''),
    search.offer && offerLabel[search.offer],
    ...search.types,
    formatPriceRange(search),
    search.beds && `${search.beds}+ beds`,
    search.baths && `${search.baths}+ baths`,
    ...search.keywords.map(word => `“${word}”`),
  ].flatMap(words => words || [])
}

/** What is wrong with a search, by field. */
export function searchErrors(search: Search): Record<string, string[]> {
  const { price_min, price_max } = search
  return price_min !== null && price_max !== null && price_min > price_max
    ? { price_max: ['price_max must not be below price_min.'] }
    : {}
}
