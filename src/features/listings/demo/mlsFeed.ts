import type { ODataRecord } from '../../../integrations/mls/odata.ts'
import { type Random, randomOf, weights } from '../../../platform/demo/random.ts'
import { isInLake } from '../../../platform/map/drawing.ts'
import { mapRegion } from '../../../product/region/map.ts'
import { addedKey } from '../rules.ts'
import { type HomePlace, homePlaces, streets } from './homes.ts'

const DAY = 86_400_000
const MINUTE = 60_000
/** Homes stay in the feed for so long after they came; older ones nobody asks for. */
const DAYS_KEPT = 60
/** Agents enter listings in the day of Toronto, most of them before noon; hours are UTC. */
const hours = weights(
  [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23].map((hour, index) => [hour, 4 + ((index * 5) % 7)] as const),
)

interface Kind {
  subType: string
  type: string
  /** Price of a sale in thousands, where homes cost as in Toronto. */
  sale: number
  rent: number
  beds: readonly [number, number]
  feet: number
  isUnit: boolean
}

const kind = (subType: string, rest: Omit<Kind, 'subType' | 'type'>): Kind => ({
  subType,
  type: rest.isUnit ? 'Residential Condo & Other' : 'Residential Freehold',
  ...rest,
})

const kinds = weights<Kind>([
  [kind('Condo Apartment', { sale: 660, rent: 2500, beds: [0, 3], feet: 680, isUnit: true }), 48],
  [kind('Condo Townhouse', { sale: 830, rent: 3100, beds: [2, 4], feet: 1150, isUnit: true }), 9],
  [kind('Detached', { sale: 1420, rent: 4100, beds: [3, 5], feet: 2100, isUnit: false }), 24],
  [kind('Semi-Detached', { sale: 1080, rent: 3600, beds: [3, 4], feet: 1500, isUnit: false }), 11],
  [kind('Att/Row/Townhouse', { sale: 980, rent: 3300, beds: [2, 4], feet: 1400, isUnit: false }), 8],
])

const lights = [
  'south-facing',
  'west-facing',
  'sun-filled',
  'corner',
  'freshly painted',
  'open-concept',
  'quiet',
] as const
const extras = [
  'one parking spot and a locker included',
  'walk-out to a private terrace',
  'stone counters and full-size appliances',
  'steps to transit and the park',
  'finished basement with a separate entrance',
  'hardwood throughout, high ceilings',
  'no pets lived here; immaculate',
  'gym, concierge and rooftop pool',
  'fenced garden, detached garage',
  'gas fireplace and built-in shelves',
] as const
const offices = [
  'Keyturn Realty',
  'Lakeshore Real Estate',
  'Bay Street Group',
  'Maple and Main',
  'North Star Homes',
] as const

/** A home with everything that happens to it: what it is, when it came, its prices, and how it ends. */
interface Life {
  record: ODataRecord
  listedAt: number
  prices: readonly { at: number; price: number }[]
  end: { at: number; status: string } | null
}

/** What a listing service holds at a moment; the same for the same seed. */
export interface DemoFeed {
  at(now: Date): readonly ODataRecord[]
}

/** A service that adds `perDay` homes a day and changes the price of others, all through the day. */
export function demoFeed({ seed, perDay }: { seed: number; perDay: number }): DemoFeed {
  const days = new Map<number, readonly Life[]>()
  const livesOf = (day: number): readonly Life[] => {
    const known = days.get(day)
    if (known) return known
    const lives = Array.from({ length: perDay }, (_home, place) => lifeOf(seed, day, place, perDay))
    days.set(day, lives)
    return lives
  }
  return {
    at(now) {
      const today = Math.floor(now.getTime() / DAY)
      for (const day of days.keys()) if (day < today - DAYS_KEPT) days.delete(day)
      const records: ODataRecord[] = []
      for (let day = today - DAYS_KEPT + 1; day <= today; day++)
        for (const life of livesOf(day)) if (life.listedAt <= now.getTime()) records.push(recordAt(life, now.getTime()))
      return records
    },
  }
}

/** Something that was made to happen, beside what happens by the clock. */
export interface FeedChange {
  id: number
  /** Whose price changed; `null` for a new home. */
  mls_number: string | null
  price: number | null
  at: Date
}

/** The homes of a moment with what was made to happen to them. */
export function withChanges(
  records: readonly ODataRecord[],
  changes: readonly FeedChange[],
  seed: number,
): readonly ODataRecord[] {
  if (changes.length === 0) return records
  const byKey = new Map(records.map(record => [String(record.ListingKey), record]))
  for (const change of changes) {
    const key = change.mls_number ?? addedKey(change)
    const at = change.at.toISOString()
    const known = byKey.get(key)
    if (change.mls_number === null) byKey.set(key, addedHome(key, at, seed + change.id))
    else if (known)
      byKey.set(key, {
        ...known,
        ListPrice: change.price,
        ModificationTimestamp: at > String(known.ModificationTimestamp) ? at : (known.ModificationTimestamp ?? at),
      })
  }
  return [...byKey.values()]
}

function addedHome(key: string, at: string, seed: number): ODataRecord {
  const { record, price } = homeOf(randomOf(seed, 0), 0)
  return {
    ...record,
    ListingKey: key,
    OwnerName: ownerOf(key),
    ListPrice: price,
    StandardStatus: 'Active',
    OriginalEntryTimestamp: at,
    PhotosChangeTimestamp: at,
    ModificationTimestamp: at,
  }
}

function recordAt({ record, listedAt, prices, end }: Life, now: number): ODataRecord {
  const past = prices.filter(({ at }) => at <= now)
  const price = past.at(-1)
  const isOver = end !== null && end.at <= now
  const modified = Math.max(listedAt, price?.at ?? 0, isOver ? end.at : 0)
  return {
    ...record,
    OwnerName: ownerOf(String(record.ListingKey)),
    ListPrice: price?.price ?? 0,
    StandardStatus: isOver ? end.status : 'Active',
    OriginalEntryTimestamp: new Date(listedAt).toISOString(),
    PhotosChangeTimestamp: new Date(listedAt).toISOString(),
    ModificationTimestamp: new Date(modified).toISOString(),
  }
}

const owners = ['Delacroix Holdings Inc.', 'T. Fonseca', 'R. and A. Whitlock', 'I. Cabral', 'S. Qureshi'] as const

/** Whose home it is: the same for the same number. */
const ownerOf = (key: string): string =>
  owners[[...key].reduce((sum, character) => sum + character.charCodeAt(0), 0) % owners.length] ?? owners[0]

function momentOn(random: Random, day: number): number {
  return day * DAY + random.weighted(hours) * 60 * MINUTE + random.between(0, 3599) * 1000
}

function lifeOf(seed: number, day: number, place: number, perDay: number): Life {
  const random = randomOf(seed ^ 0x1157, day * perDay + place)
  const home = homeOf(random, day * perDay + place)
  const listedAt = momentOn(random, day)
  const prices = [{ at: listedAt, price: home.price }]
  let at = listedAt
  for (let changes = random.happens(0.4) ? random.between(1, 3) : 0; changes > 0; changes--) {
    at = momentOn(random, Math.floor(at / DAY) + random.between(4, 16))
    const last = prices.at(-1)?.price ?? home.price
    prices.push({
      at,
      price: rounded(last * (random.happens(0.85) ? 0.93 + random.share() * 0.05 : 1.04), home.isLease),
    })
  }
  const end = random.happens(0.6)
    ? {
        at: momentOn(random, Math.floor(at / DAY) + random.between(3, 30)),
        status: random.happens(0.8) ? 'Closed' : 'Expired',
      }
    : null
  return { record: home.record, listedAt, prices, end }
}

const rounded = (price: number, isLease: boolean) =>
  isLease ? Math.round(price / 50) * 50 : Math.round(price / 1000) * 1000 - (price > 400_000 ? 100 : 0)

const postalCharacters = 'ABCEGHJKLMNPRSTVWXYZ'

function postalCode(random: Random, start: string): string {
  const character = () => random.pick([...postalCharacters])
  return `${start}${character()} ${random.between(1, 9)}${character()}${random.between(1, 9)}`
}

function homeOf(random: Random, number: number): { record: ODataRecord; price: number; isLease: boolean } {
  const place = random.weighted(homePlaces)
  const what = random.weighted(kinds)
  const isLease = random.happens(what.isUnit ? 0.4 : 0.14)
  const beds = random.between(...what.beds)
  const size = what.feet * (0.72 + (beds - what.beds[0]) * 0.24) * random.skewed(0.18)
  const worth = place.level * random.skewed(0.28) * (0.6 + 0.4 * (size / what.feet))
  const price = rounded(isLease ? what.rent * (0.5 + worth / 2) : what.sale * 1000 * worth, isLease)
  const address = addressOf(random, place, what.isUnit)
  const feet = Math.max(300, Math.floor(size / 100) * 100)
  return {
    price,
    isLease,
    record: {
      ListingKey: `${place.character}${String(13_000_000 + (number % 900_000))}`,
      StandardStatus: 'Active',
      TransactionType: isLease ? 'For Lease' : 'For Sale',
      PropertyType: what.type,
      PropertySubType: what.subType,
      ListPrice: price,
      ...address,
      City: place.city,
      CityRegion: place.neighbourhood,
      StateOrProvince: 'ON',
      PostalCode: postalCode(random, place.postal),
      BedroomsAboveGrade: beds,
      BedroomsBelowGrade: random.happens(0.3) ? 1 : 0,
      BathroomsTotalInteger: Math.max(1, Math.min(5, Math.round(beds * 0.7 + random.share()))),
      LivingAreaRange: `${feet}-${feet + 99}`,
      PublicRemarks: remarks(random, what, place, beds),
      ListOfficeName: random.pick(offices),
      ...spotIn(random, place),
    },
  }
}

/** Somewhere in the neighbourhood, on dry land: the lake is in the south. */
function spotIn(random: Random, place: HomePlace): ODataRecord {
  let lat = place.lat + (random.share() - 0.5) * 0.012
  const lng = place.lng + (random.share() - 0.5) * 0.016
  while (isInLake(mapRegion, { lat: lat - 0.001, lng })) lat += 0.002
  return { Latitude: Number(lat.toFixed(6)), Longitude: Number(lng.toFixed(6)) }
}

function addressOf(random: Random, place: HomePlace, isUnit: boolean): ODataRecord {
  // Apartments share a few houses of their neighbourhood, so that a building has several homes.
  const house = isUnit ? (place.houses[random.between(0, place.houses.length - 1)] ?? null) : null
  const street = house ?? {
    number: random.between(3, 480),
    name: random.pick(streets),
    suffix: random.pick(['St', 'Ave', 'Rd', 'Cres']),
  }
  const unit = isUnit ? String(random.between(2, 38) * 100 + random.between(1, 18)) : null
  return {
    StreetNumber: String(street.number),
    StreetName: street.name,
    StreetSuffix: street.suffix,
    UnitNumber: unit,
    BuildingName: house?.building ?? null,
    UnparsedAddress: `${unit ? `${unit} - ` : ''}${street.number} ${street.name} ${street.suffix}, ${place.city}, ON`,
  }
}

function remarks(random: Random, what: Kind, place: HomePlace, beds: number): string {
  const size = beds === 0 ? 'studio' : `${beds}-bedroom`
  const noun = what.subType.toLowerCase().replace('att/row/', '').replace('condo apartment', 'condo')
  return `${random.pick(lights).replace(/^./, character => character.toUpperCase())} ${size} ${noun} in ${place.neighbourhood}: ${random.pick(extras)}. Also ${random.pick(extras)}.`
}
