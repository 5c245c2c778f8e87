import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { type Random, randomOf } from '../../platform/demo/random.ts'
import { agentsOfDemo, type DemoAgent } from '../people/demo/seed.ts'
import type { BrokerageListingStatus } from './rules.ts'

const DAY = 86_400_000
/** Homes of the demo: 42, of which the first few are those of the demo's agent. */
const HOMES = 42
const OWN = 9

const streets = [
  ['Olive Ave', 'Willowdale', 43.782, -79.41],
  ['Beatrice St', 'Trinity-Bellwoods', 43.6527, -79.4142],
  ['Scott St', 'St. Lawrence', 43.6479, -79.3752],
  ['Wiltshire Ave', 'Junction', 43.6703, -79.4602],
  ['Boustead Ave', 'Roncesvalles', 43.655, -79.4535],
  ['Withrow Ave', 'Riverdale', 43.6736, -79.3478],
  ['Booth Ave', 'Leslieville', 43.6603, -79.342],
  ['Iceboat Terr', 'CityPlace', 43.6398, -79.3976],
  ['Bertmount Ave', 'Leslieville', 43.6629, -79.3324],
  ['Crawford St', 'Little Italy', 43.6516, -79.4183],
  ['Sorauren Ave', 'Roncesvalles', 43.6465, -79.4436],
  ['Palmerston Ave', 'The Annex', 43.6662, -79.4128],
  ['Manor Rd E', 'Davisville Village', 43.7016, -79.3878],
  ['Logan Ave', 'Playter Estates', 43.6789, -79.3509],
] as const

const kinds = [
  ['Condo Apartment', 0.62, true],
  ['Detached', 1.5, false],
  ['Semi-Detached', 1.25, false],
  ['Att/Row/Townhouse', 1.05, false],
  ['Condo Townhouse', 0.85, true],
] as const

const owners = [
  'Teresa Fonseca',
  'Delacroix Holdings Inc.',
  'Ruth and Alan Whitlock',
  'Hao Zhao',
  'Ines Cabral',
  'Samir Qureshi',
]

/** Listings of the brokerage, of every state, with prices that came down. */
export const demo: DemoPart = { addDailyWork: addListings }

async function addListings({ db, now, seed }: Demo): Promise<void> {
  const agents = await agentsOfDemo(db)
  const owner = agents.find(({ email }) => email === 'agent@keyturn.test')
  const made = Array.from({ length: HOMES }, (_home, place) => {
    const random = randomOf(seed ^ 0xb40c, place)
    const agent = place < OWN ? owner : agents[random.between(0, agents.length - 1)]
    return homeAt(random, place, { now, agent })
  })
  await sql`
    WITH given AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(made)}::jsonb) AS g (home jsonb, first_price bigint, changed_at timestamptz)),
    added AS (
      INSERT INTO brokerage_listings (mls_number, status, offer, property_type, price, street_number, street_name, unit, city,
        postal_code, neighbourhood, beds, beds_plus, baths, sqft, lot, parking, taxes, description, owner, agent_id, lat, lng,
        listed_on, created_at, updated_at)
      SELECT h.mls_number, h.status, h.offer, h.property_type, h.price, h.street_number, h.street_name, h.unit, h.city,
        h.postal_code, h.neighbourhood, h.beds, h.beds_plus, h.baths, h.sqft, h.lot, h.parking, h.taxes, h.description, h.owner,
        h.agent_id, h.lat, h.lng, h.listed_on, h.created_at, h.updated_at
      FROM given, jsonb_populate_record(NULL::brokerage_listings, home) h
      RETURNING id, mls_number, price, created_at
    )
    INSERT INTO brokerage_listing_prices (listing_id, since, price)
    SELECT a.id, a.created_at, coalesce(g.first_price, a.price) FROM added a JOIN given g ON g.home ->> 'mls_number' = a.mls_number
    UNION ALL
    SELECT a.id, g.changed_at, a.price FROM added a JOIN given g ON g.home ->> 'mls_number' = a.mls_number
    WHERE g.first_price IS NOT NULL`.execute(db)
}

function homeAt(random: Random, place: number, { now, agent }: { now: Date; agent: DemoAgent | undefined }) {
  const [street, neighbourhood, lat, lng] = streets[place % streets.length] ?? streets[0]
  const [property_type, level, isUnit] = kinds[random.between(0, kinds.length - 1)] ?? kinds[0]
  const isLease = random.happens(0.2)
  const age = random.between(2, 70)
  const status = statusOf(random, isLease, age)
  const price = isLease
    ? random.between(42, 98) * 50
    : Math.round(random.between(700, 1300) * level) * 1000 + 900 * (place % 2)
  const isLower = random.happens(0.35) && age > 10
  const created = new Date(now.getTime() - (age + 3) * DAY)
  const changed = new Date(now.getTime() - random.between(1, Math.max(1, age - 4)) * DAY)
  const beds = random.between(1, 4)
  return {
    first_price: isLower ? Math.round((price * 1.04) / (isLease ? 50 : 1000)) * (isLease ? 50 : 1000) * 100 : null,
    changed_at: changed,
    home: {
      mls_number: `C99${String(10_000 + place * 137).slice(0, 5)}`,
      status,
      offer: isLease ? 'lease' : 'sale',
      property_type,
      price: price * 100,
      street_number: String(random.between(3, 240)),
      street_name: street,
      unit: isUnit ? String(random.between(2, 28) * 100 + random.between(1, 12)) : '',
      city: 'Toronto',
      postal_code: `M${random.between(4, 6)}K ${random.between(1, 9)}C${random.between(1, 9)}`,
      neighbourhood,
      beds,
      beds_plus: random.happens(0.25) ? 1 : 0,
      baths: random.between(1, Math.max(1, beds)),
      ...{
        sqft: Math.round((random.between(520, 900) * (isUnit ? 1 : 2)) / 10) * 10,
        lot: isUnit ? '' : '18 × 110 ft',
      },
      ...{
        parking: random.pick(['1 lane', '1 garage', 'None', '2 drive']),
        taxes: isLease ? null : random.between(2800, 8200) * 100,
      },
      description: `${random.pick(['Bright', 'Quiet', 'Freshly painted', 'South-facing'])} home in ${neighbourhood}, steps to the park and transit.`,
      owner: random.pick(owners),
      agent_id: agent?.id ?? null,
      province: 'ON',
      lat: lat + (random.share() - 0.5) * 0.012,
      lng: lng + (random.share() - 0.5) * 0.014,
      listed_on: status === 'coming_soon' ? null : new Date(now.getTime() - age * DAY).toISOString().slice(0, 10),
      created_at: created,
      updated_at: isLower ? changed : new Date(now.getTime() - age * DAY * random.share()),
    },
  }
}

function statusOf(random: Random, isLease: boolean, age: number): BrokerageListingStatus {
  if (age < 5 && random.happens(0.4)) return 'coming_soon'
  if (age > 30) return isLease ? 'leased' : 'sold'
  return random.happens(0.75) ? 'active' : isLease ? 'leased' : 'conditional'
}
