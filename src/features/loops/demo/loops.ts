import type { FakeDocument, FakeLoop } from '../../../integrations/dotloop/fake.ts'
import { type Random, randomOf } from '../../../platform/demo/random.ts'

/** Somebody whom the demo's loops are about. */
export interface LoopPerson {
  name: string
  email: string
}

const DAY = 86_400_000
/** Loops that the agent of the demo has. */
export const DEMO_LOOPS = 18

interface Home {
  mls: string
  number: string
  street: string
  unit: string
  city: string
  postal: string
  /** Dollars; a month for leases. */
  price: number
}

const home = (
  mls: string,
  number: string,
  street: string,
  unit: string,
  city: string,
  postal: string,
  price: number,
) => ({
  mls,
  number,
  street,
  unit,
  city,
  postal,
  price,
})

const homes: readonly Home[] = [
  home('E9917204', '44', 'Bertmount Ave', '', 'Toronto', 'M4M 2X8', 1_289_000),
  home('C9931172', '38', 'Stadium Rd', '1208', 'Toronto', 'M5V 3P4', 1_149_000),
  home('C9926641', '9', 'Olive Ave', '', 'North York', 'M2N 4N3', 1_575_000),
  home('C9919008', '88', 'Scott St', '2107', 'Toronto', 'M5E 0A9', 1_089_000),
  home('C9912755', '214', 'Crawford St', '', 'Toronto', 'M6J 2V6', 1_849_000),
  home('W9908130', '118', 'Lakeshore Rd E', '', 'Mississauga', 'L5G 1E6', 1_020_000),
  home('W9905512', '10', 'Graphophone Grove', 'PH2', 'Toronto', 'M6H 0E5', 899_000),
  home('C9918204', '31', 'Beatrice St', '', 'Toronto', 'M6J 2T2', 1_349_000),
  home('C9899021', '15', 'Fort York Blvd', '1903', 'Toronto', 'M5V 3Y4', 3_150),
  home('C9897740', '120', 'Parliament St', '', 'Toronto', 'M5A 2Y8', 975_000),
  home('W9895318', '212', 'Sorauren Ave', '', 'Toronto', 'M6R 2E9', 1_699_000),
  home('C9892276', '38', 'The Esplanade', '605', 'Toronto', 'M5E 1A5', 829_000),
  home('C9888410', '12', 'Sully Cres', '', 'North York', 'M3J 2B4', 1_195_000),
  home('E9884903', '77', 'Withrow Ave', 'Main', 'Toronto', 'M4K 1C8', 4_100),
  home('E9880157', '31', 'Booth Ave', '', 'Toronto', 'M4M 2M3', 1_125_000),
  home('C9876332', '21', 'Iceboat Terr', '811', 'Toronto', 'M5V 4A9', 2_775),
  home('W9872018', '12', 'Boustead Ave', '', 'Toronto', 'M6R 1Y9', 1_849_000),
  home('W9869540', '1', 'Wiltshire Ave', '302', 'Toronto', 'M6N 2V7', 999_000),
]

const others: readonly LoopPerson[] = [
  { name: 'Kelechi Okafor', email: 'kelechi.okafor@mail.test' },
  { name: 'Anna Maria van Dyk', email: 'annamaria.vandyk@mail.test' },
  { name: 'Hao Zhao', email: '' },
  { name: '陳美玲', email: 'meiling.chan@mail.test' },
  { name: 'Νίκος Παπαδόπουλος', email: 'nikos.p@mail.test' },
]

const papers = [
  'Agreement of Purchase and Sale',
  'Confirmation of Co-operation',
  'RECO Information Guide',
  'Deposit receipt',
  'FINTRAC identification',
  'Schedule A',
  'Status certificate',
  'Waiver',
] as const

/** The loops of the demo's agent, the last changed first; clients are the agent's own leads, and some who are none yet. */
export function demoLoops(now: Date, people: readonly LoopPerson[]): FakeLoop[] {
  return homes.slice(0, DEMO_LOOPS).map((one, place) => loopAt(one, place, { now, people }))
}

const amount = (dollars: number) => dollars.toLocaleString('en-US')
const usDay = (at: Date) => {
  const [year, month, day] = at.toISOString().slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}

function loopAt(at: Home, place: number, { now, people }: { now: Date; people: readonly LoopPerson[] }): FakeLoop {
  const random = randomOf(0x100f, place)
  const isLease = at.price < 10_000
  const offerDay = new Date(now.getTime() - (2 + place * 2.5) * DAY)
  const updated = new Date(now.getTime() - place * 1.3 * DAY - random.between(5, 300) * 60_000)
  const client = people[place % Math.max(1, people.length)] ?? others[0]
  const second = place % 3 === 1 ? others[place % others.length] : undefined
  const isSale = !isLease && place % 3 === 2
  const clientRole = isLease ? 'TENANT' : isSale ? 'SELLER' : 'BUYER'
  const family = client?.name.split(' ').at(-1) ?? 'Loop'
  const id = 41_200_300 + place * 17
  return {
    id,
    profileId: 4711,
    name: `${family}, ${at.unit ? `${at.unit} – ` : ''}${at.number} ${at.street}`,
    transactionType: isLease ? 'LEASE' : isSale ? 'LISTING_FOR_SALE' : 'PURCHASE_OFFER',
    status: statusAt(place, isLease),
    created: new Date(offerDay.getTime() - 3 * DAY).toISOString(),
    updated: updated.toISOString(),
    detail: {
      'Property Address': {
        Country: 'Canada',
        'Street Number': at.number,
        'Street Name': at.street,
        'Unit Number': at.unit,
        City: at.city,
        'State/Prov': 'ON',
        'Zip/Postal Code': at.postal,
        'MLS Number': at.mls,
      },
      Financials: {
        'Purchase/Sale Price': amount(at.price),
        'Earnest Money Amount': amount(Math.round(at.price * (isLease ? 2 : 0.05))),
      },
      'Offer Dates': { 'Offer Date': usDay(offerDay) },
      'Contract Dates': { 'Closing Date': usDay(new Date(offerDay.getTime() + (45 + place * 3) * DAY)) },
      Property: place % 4 === 1 ? { 'Home warranty': 'Yes, until 2028', 'Survey ordered': 'Nov 12' } : {},
    },
    participants: [client, second]
      .flatMap(person => person ?? [])
      .map((person, index) => ({ id: id * 10 + index, fullName: person.name, email: person.email, role: clientRole }))
      .concat({
        id: id * 10 + 9,
        fullName: 'Philippa Grant',
        email: 'philippa@harbourline.test',
        role: 'LISTING_AGENT',
      }),
    documents: documentsOf(random, id, updated),
  }
}

function statusAt(place: number, isLease: boolean): string {
  if (place > 9) return isLease ? 'LEASED' : 'SOLD'
  return ['UNDER_CONTRACT', 'UNDER_CONTRACT', 'UNDER_CONTRACT', 'PRIVATE_OFFER', 'PRE_OFFER'][place % 5] ?? 'PRE_OFFER'
}

function documentsOf(random: Random, loopId: number, updated: Date): FakeDocument[] {
  return papers.slice(0, random.between(3, papers.length)).map((name, index) => ({
    id: loopId * 100 + index,
    folderId: loopId * 10,
    name,
    pages: random.between(1, 6),
    created: updated.toISOString(),
    updated: new Date(updated.getTime() - index * 3_600_000).toISOString(),
  }))
}
