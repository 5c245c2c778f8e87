import { randomOf, weights } from '../../../platform/demo/random.ts'
import { type Municipality, municipalities } from '../../../product/region/places.ts'

/** A neighbourhood as homes stand in it. */
export interface HomePlace {
  city: string
  neighbourhood: string
  level: number
  lat: number
  lng: number
  /** First letters of postal codes here. */
  postal: string
  /** The listing service numbers homes of Toronto's core with C, of its west with W, its east with E, beyond with N. */
  character: string
  /** Apartment houses. */
  houses: readonly House[]
}

interface House {
  number: number
  name: string
  suffix: string
  building: string
}

/** Names of streets that many towns of Ontario have. */
export const streets = [
  'Maple',
  'Elm',
  'Church',
  'Wellington',
  'Victoria',
  'King',
  'Queen',
  'Albert',
  'Dundas',
  'Main',
  'Mill',
  'Park',
  'Birch',
  'Cedar',
  'Oak',
  'Ridge',
  'Sherwood',
  'Brock',
  'Simcoe',
  'Elgin',
  'John',
  'George',
  'William',
  'Centre',
  'Lakeview',
  'Glenwood',
  'Humber',
  'Credit',
  'Rouge',
  'Dufferin',
  'Ossington',
  'Palmerston',
  'Markham',
  'Sumach',
] as const

const houseNames = [
  'The Foundry',
  'Lakeside',
  'Garden Court',
  'The Meridian',
  'Harbour Point',
  'The Carlyle',
  'Northgate',
  'The Brickworks',
  'Parkview',
  'The Wellesley',
  'Skyline',
  'Riverstone',
] as const

/** Where the middle of a district is; the others lie around their municipality. */
const centres: Readonly<Record<string, readonly [number, number, string, string]>> = {
  'Old Toronto': [43.655, -79.39, 'M5', 'C'],
  'North York': [43.762, -79.411, 'M2', 'C'],
  Scarborough: [43.773, -79.257, 'M1', 'E'],
  Etobicoke: [43.645, -79.53, 'M8', 'W'],
  York: [43.689, -79.47, 'M6', 'W'],
  'East York': [43.692, -79.335, 'M4', 'E'],
  Mississauga: [43.589, -79.644, 'L5', 'W'],
  Brampton: [43.716, -79.762, 'L6', 'W'],
  Vaughan: [43.837, -79.508, 'L4', 'N'],
  Markham: [43.866, -79.314, 'L3', 'N'],
  'Richmond Hill': [43.883, -79.439, 'L4', 'N'],
  Oakville: [43.45, -79.693, 'L6', 'W'],
  Burlington: [43.352, -79.81, 'L7', 'W'],
  Milton: [43.514, -79.883, 'L9', 'W'],
  Pickering: [43.838, -79.087, 'L1', 'E'],
  Ajax: [43.851, -79.02, 'L1', 'E'],
  Whitby: [43.897, -78.943, 'L1', 'E'],
  Oshawa: [43.91, -78.865, 'L1', 'E'],
  Newmarket: [44.059, -79.461, 'L3', 'N'],
  Aurora: [44.007, -79.45, 'L4', 'N'],
}
const elsewhere = [43.9, -79.6, 'L0', 'N'] as const

/** Neighbourhoods that everybody knows are where they are. */
const known: Readonly<Record<string, readonly [number, number]>> = {
  'King West': [43.6437, -79.4025],
  'Liberty Village': [43.6374, -79.42],
  'Queen West': [43.6473, -79.411],
  'The Annex': [43.6697, -79.406],
  Yorkville: [43.6709, -79.3933],
  Leslieville: [43.6626, -79.3357],
  'The Beaches': [43.6711, -79.2967],
  Roncesvalles: [43.6466, -79.4489],
  'The Junction': [43.6655, -79.469],
  CityPlace: [43.6405, -79.395],
  Harbourfront: [43.6393, -79.3836],
  'Distillery District': [43.6503, -79.3596],
  'Church and Wellesley': [43.6657, -79.381],
  'High Park': [43.6536, -79.467],
  Willowdale: [43.7615, -79.4111],
  'Square One': [43.593, -79.642],
}

const angle = Math.PI * (3 - Math.sqrt(5))

function placesOf({ name, priceLevel, districts, weight }: Municipality): [HomePlace, number][] {
  const count = districts.reduce((sum, district) => sum + district.neighbourhoods.length, 0)
  return districts.flatMap((district, outer) =>
    district.neighbourhoods.map((neighbourhood, index): [HomePlace, number] => {
      const [lat, lng, postal, character] = centres[district.name] ?? centres[name] ?? elsewhere
      // Sunflower seeds around the middle: evenly apart, each always in its own place.
      const turn = (index + outer * 3 + 1) * angle
      const radius = 0.012 + 0.006 * Math.sqrt(index + outer * 4)
      const [ownLat, ownLng] = known[neighbourhood] ?? [
        lat + radius * Math.sin(turn),
        lng + radius * 1.4 * Math.cos(turn),
      ]
      const level = priceLevel * (known[neighbourhood] ? 1.12 : 1)
      const place = { city: name, neighbourhood, level, lat: ownLat, lng: ownLng, postal, character }
      return [{ ...place, houses: housesOf(`${name}/${neighbourhood}`) }, weight / count]
    }),
  )
}

function housesOf(name: string): House[] {
  const random = randomOf(
    0xb111,
    [...name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7),
  )
  return Array.from({ length: 4 }, () => ({
    number: random.between(5, 420),
    name: random.pick(streets),
    suffix: random.pick(['St', 'Ave', 'Blvd']),
    building: random.pick(houseNames),
  }))
}

/** Every neighbourhood of the demo, by how many homes come on the market there. */
export const homePlaces = weights(municipalities.flatMap(placesOf))
