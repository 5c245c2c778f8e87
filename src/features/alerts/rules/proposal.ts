import { type PriceRange, roleLabels } from '../../leads/rules.ts'
import type { Offer } from '../../listings/contract.ts'
import type { OfferKind, Search } from '../contract/alerts.ts'
import { anySearch, homeTypes } from './search.ts'

/** What the record of a lead says of the home that they look for. */
export interface KnownLead {
  roles: readonly string[]
  /** In the order of the profile. */
  area_ids: readonly number[]
  /** What the lead said, and what they searched for; dollars, 0 when not known. */
  stated: PriceRange
  searched: PriceRange
}

/** A home that the lead looked at, or keeps. */
export interface SeenHome {
  offer: Offer
  property_type: string
  /** Dollars, a month for leases. */
  price: number
  beds: number
  /** The most exact known area; `null` where the place is none of ours. */
  area_id: number | null
}

/** What is proposed for one field, and on what ground. */
export interface Proposed<Value> {
  value: Value
  reason: string
}

/** What the form of a listing alert begins with; `null` where nothing is known. */
export interface ProposedSearch {
  offer: Proposed<OfferKind> | null
  areas: Proposed<number[]> | null
  types: Proposed<string[]> | null
  price_min: Proposed<number> | null
  price_max: Proposed<number> | null
  beds: Proposed<number> | null
}

/** Fewer homes than this say nothing about a habit. */
const ENOUGH_HOMES = 3
/** Areas that are proposed at most. */
const MAX_AREAS = 3
/** An area is proposed from this share of the homes on. */
const AREA_SHARE = 0.15
/** A kind of home is proposed from this share on: one among many is no preference. */
const TYPE_SHARE = 0.75
/** So many of the homes have at least as many bedrooms as are proposed. */
const BEDS_SHARE = 0.8
/** Dollars that divide monthly rents from prices, with plenty of room on both sides. */
const RENT_LIMIT = 20_000

const wholeDollars = new Intl.NumberFormat('en-CA', { maximumFractionDigits: 0 })
const dollars = (amount: number): string => `$${wholeDollars.format(amount)}`
const ofHomes = (count: number, all: number): string =>
  count === all ? `All ${all} homes viewed` : `${count} of ${all} homes viewed`

/** What somebody looks for, from what they said, searched for and looked at; each with its ground. */
export function proposedSearch(lead: KnownLead, viewed: readonly SeenHome[]): ProposedSearch {
  const offer = proposedOffer(lead.roles, viewed)
  const isRent = (offer?.value ?? 'sale') !== 'sale'
  const homes = viewed.filter(home => (home.offer === 'lease') === isRent)
  return {
    offer,
    areas: proposedAreas(lead.area_ids, homes),
    types: proposedTypes(homes),
    ...proposedPrices(lead, homes, isRent),
    beds: proposedBeds(homes),
  }
}

const rents = ['rental_lead']
const buys = ['buyer_lead', 'investor_lead', 'precon_lead']

function proposedOffer(roles: readonly string[], viewed: readonly SeenHome[]): Proposed<OfferKind> | null {
  const isRenter = roles.some(role => rents.includes(role))
  const buyer = roles.find(role => buys.includes(role))
  if (isRenter && !buyer) return { value: 'rent', reason: roleLabels.rental_lead }
  if (buyer && !isRenter) return { value: 'sale', reason: roleLabels[buyer as keyof typeof roleLabels] }
  if (viewed.length === 0) return null
  const leases = viewed.filter(({ offer }) => offer === 'lease').length
  const sales = viewed.length - leases
  return leases > sales
    ? { value: 'rent', reason: ofHomes(leases, viewed.length) }
    : { value: 'sale', reason: ofHomes(sales, viewed.length) }
}

/** How often each value occurs, the most frequent first; of two alike the one that came first. */
const counted = <Value>(values: readonly Value[]): { value: Value; count: number }[] =>
  [...Map.groupBy(values, value => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((one, other) => other.count - one.count)

function proposedAreas(profile: readonly number[], homes: readonly SeenHome[]): ProposedSearch['areas'] {
  const places = homes.flatMap(({ area_id }) => area_id ?? [])
  if (places.length >= ENOUGH_HOMES) {
    const often = counted(places)
      .filter(({ count }) => count > 1 && count / places.length >= AREA_SHARE)
      .slice(0, MAX_AREAS)
    const counts = often.map(({ count }) => String(count))
    const [first] = often
    if (first)
      return {
        value: often.map(({ value }) => value),
        reason:
          often.length === 1 ? ofHomes(first.count, homes.length) : `${listed(counts)} of ${homes.length} homes viewed`,
      }
  }
  return profile.length > 0 ? { value: profile.slice(0, MAX_AREAS), reason: 'From the profile' } : null
}

const list = new Intl.ListFormat('en-CA')
const listed = (words: readonly string[]): string => list.format(words)

function proposedTypes(homes: readonly SeenHome[]): ProposedSearch['types'] {
  const [first] = counted(homes.map(({ property_type }) => property_type))
  if (!first || homes.length < ENOUGH_HOMES || first.count / homes.length < TYPE_SHARE) return null
  if (!homeTypes.some(type => type === first.value)) return null
  return { value: [first.value], reason: ofHomes(first.count, homes.length) }
}

function proposedPrices({ stated, searched }: KnownLead, homes: readonly SeenHome[], isRent: boolean) {
  const isLikely = (price: number) => price > 0 && price < RENT_LIMIT === isRent
  const highest = Math.max(0, ...homes.map(({ price }) => price))
  const sources = [
    { range: stated, reason: 'Stated' },
    { range: searched, reason: 'Searched' },
  ]
  const from = (end: 'min' | 'max'): Proposed<number> | null => {
    const source = sources.find(({ range }) => isLikely(range[end]))
    // Whoever looks at cheaper homes is not to be kept from them.
    if (end === 'min' && homes.some(({ price }) => price < (source?.range.min ?? 0))) return null
    return source ? { value: source.range[end], reason: source.reason } : null
  }
  const known = from('max')
  if (known && highest > 0)
    return {
      price_min: from('min'),
      price_max: { ...known, reason: `${known.reason}; viewed up to ${dollars(highest)}` },
    }
  const viewed =
    homes.length < ENOUGH_HOMES
      ? null
      : { value: roundedUp(highest, isRent), reason: `Viewed up to ${dollars(highest)}` }
  return { price_min: from('min'), price_max: known ?? viewed }
}

/** The next price that people say: rents by the hundred, prices by twenty-five thousand. */
function roundedUp(price: number, isRent: boolean): number {
  const step = isRent ? 100 : 25_000
  return Math.ceil(price / step) * step
}

function proposedBeds(homes: readonly SeenHome[]): ProposedSearch['beds'] {
  if (homes.length < ENOUGH_HOMES) return null
  const beds = homes.map(home => home.beds).toSorted((one, other) => one - other)
  const value = beds[Math.floor(beds.length * (1 - BEDS_SHARE))] ?? 0
  if (value === 0) return null
  const [least = 0, most = 0] = [beds[0], beds.at(-1)]
  return { value, reason: least === most ? `All viewed homes have ${least}` : `${least} to ${most} beds viewed` }
}

/** The search that a form begins with: what is proposed, over what a new alert is otherwise. */
export const searchProposed = (proposal: ProposedSearch): Search => ({
  ...anySearch,
  offer: proposal.offer?.value ?? 'sale',
  areas: proposal.areas?.value ?? [],
  types: proposal.types?.value ?? [],
  price_min: proposal.price_min?.value ?? null,
  price_max: proposal.price_max?.value ?? null,
  beds: proposal.beds?.value ?? null,
})

/** "Rockcliffe-Smythe rentals"; empty without a place to name it by. */
export function proposedName(
  { offer, areas }: Pick<Search, 'offer' | 'areas'>,
  names: ReadonlyMap<number, string>,
): string {
  const [first] = areas
  const place = first === undefined ? undefined : names.get(first)
  return place ? `${place} ${offer === 'sale' ? 'homes' : 'rentals'}` : ''
}

/** "Rockcliffe-Smythe or Junction, rent to $3,600, 1+ bed": a search in one sentence. */
export function searchSentence(search: Search, names: ReadonlyMap<number, string>): string {
  const places = search.areas.flatMap(id => names.get(id) ?? [])
  const shown = places.length > MAX_AREAS ? [...places.slice(0, 2), `${places.length - 2} more`] : places
  const what = search.offer === null ? 'any offer' : search.offer === 'sale' ? 'for sale' : 'rent'
  const { price_min: from, price_max: to } = search
  const price =
    from && to ? `${dollars(from)} to ${dollars(to)}` : to ? `to ${dollars(to)}` : from ? `from ${dollars(from)}` : ''
  return [
    either.format(shown) || 'Anywhere',
    [what, price].filter(Boolean).join(' '),
    search.beds ? `${search.beds}+ bed` : '',
    search.baths ? `${search.baths}+ bath` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

const either = new Intl.ListFormat('en-CA', { type: 'disjunction' })
