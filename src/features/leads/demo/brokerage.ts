import { type Luck, luckOf, type WeightTable, weights } from '../../../platform/demo/random.ts'
import { personName } from '../../people/demo/names.ts'
import { type District, type Municipality, municipalities } from '../../settings/demo/places.ts'

/** An area with its number in the database. */
export interface DemoArea {
  id: number
  name: string
}

/** A municipality with its districts, as leads choose from it. */
export interface DemoPlace {
  locality: DemoArea
  priceLevel: number
  districts: readonly { sublocality: DemoArea; neighbourhoods: readonly DemoArea[] }[]
}

/** Somebody who works leads. */
export interface DemoAgent {
  id: number
  user_id: number
  email: string
  name: string
  tag_ids: readonly number[]
}

/** The brokerage that leads belong to. */
export interface Brokerage {
  places: WeightTable<DemoPlace>
  sites: WeightTable<number>
  tags: WeightTable<number>
  /** Who gets the first two thousand leads: the demo accounts have their share. */
  agents: WeightTable<DemoAgent>
  /** Who gets all further ones. */
  laterAgents: WeightTable<DemoAgent>
}

/** The consumer websites, with their share of the leads. */
export const demoSites = [
  { name: 'property', domain: 'property.test', weight: 52 },
  { name: 'condos', domain: 'condos.test', weight: 36 },
  { name: 'mrloft', domain: 'mrloft.test', weight: 12 },
] as const

/** The tags that everybody has, with how often they are used. */
export const demoTags = [
  { name: 'Pre-approved', weight: 20, colour: 'green' },
  { name: 'First home', weight: 18, colour: 'blue' },
  { name: 'Move by spring', weight: 9, colour: 'amber' },
  { name: 'Parking', weight: 9 },
  { name: 'Dog owner', weight: 8 },
  { name: 'Condo only', weight: 8 },
  { name: 'Detached only', weight: 7 },
  { name: 'Newcomer', weight: 7, colour: 'indigo' },
  { name: 'Investor', weight: 6, colour: 'violet' },
  { name: 'Relocating', weight: 5 },
  { name: 'Downsizing', weight: 5 },
  { name: 'School district', weight: 5 },
  { name: 'Waterfront', weight: 4, colour: 'cyan' },
  { name: 'Open house', weight: 4 },
  { name: 'Long term', weight: 4 },
  { name: 'Lease ends soon', weight: 3, colour: 'orange' },
  { name: 'Cash buyer', weight: 2, colour: 'moss' },
  { name: 'VIP', weight: 1, colour: 'pink' },
] as const

/** Tags that agents keep for themselves. */
export const ownTags = ['Call Sunday', 'Hot list', 'Met in person', 'Friend of a friend'] as const

/** The teams; the first is led by the demo account of that name. */
export const demoTeams = ['Waterfront team', 'Uptown team', 'Durham and York team'] as const

/** How many agents the brokerage has, the demo accounts counted. */
export const AGENTS = 60

/** An agent before the database has numbered them. */
export interface NewAgent {
  email: string
  first_name: string
  last_name: string
  phone: string
  lead_types: string[]
  site_indexes: number[]
  /** Team by its place in `demoTeams`; `null` for those who work alone. */
  team: number | null
  joined_days_ago: number
}

/** The colleagues of the demo accounts. */
export function colleagues(seed: number, count: number): NewAgent[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_agent, index) => {
    const luck = luckOf(seed ^ 0x5eed, index)
    const name = nameOfColleague(luck, taken)
    return {
      email: `${name.first}.${name.last}`
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z.]/g, '')
        .concat('@keyturn.test'),
      first_name: name.first,
      last_name: name.last,
      phone: `+14375550${String(100 + index).padStart(3, '0')}`,
      lead_types: luck.happens(0.65) ? ['buyer', 'rental'] : [luck.happens(0.7) ? 'buyer' : 'rental'],
      site_indexes: luck.happens(0.7) ? [0, 1, 2] : [luck.between(0, 2)],
      team: index % 5 === 4 ? null : index % demoTeams.length,
      joined_days_ago: luck.between(40, 2400),
    }
  })
}

function nameOfColleague(luck: Luck, taken: Set<string>): { first: string; last: string } {
  for (;;) {
    const name = personName(luck, 0)
    const key = `${name.first} ${name.last}`
    if (taken.has(key)) continue
    taken.add(key)
    return name
  }
}

/** Leads up to this one are shared out so that the demo accounts have a believable number. */
const FIRST_LEADS = 2000

/** Who a lead of the demo belongs to. */
export const pickAgent = (luck: Luck, { agents, laterAgents }: Brokerage, index: number): DemoAgent =>
  luck.weighted(index < FIRST_LEADS ? agents : laterAgents)

const sharesOfAccounts: Readonly<Record<string, number>> = {
  'agent@keyturn.test': 120,
  'agent2@keyturn.test': 55,
  'teamlead@keyturn.test': 42,
  'newagent@keyturn.test': 9,
}

/** The agents by their share of leads: a few carry many, most carry some. */
export function agentShares(agents: readonly DemoAgent[], accountsWeigh: boolean): WeightTable<DemoAgent> {
  return weights(
    agents.map((agent, index) => {
      const usual = 6 + 40 / (1 + (index % 23))
      return [agent, accountsWeigh ? (sharesOfAccounts[agent.email] ?? usual) : usual] as const
    }),
  )
}

/** An area of the database, as the queries answer it. */
export interface AreaRow {
  id: number
  type: string
  name: string
  parent_id: number | null
}

/** The tree of places with its numbers; leads choose by weight. */
export function placesOf(rows: readonly AreaRow[]): WeightTable<DemoPlace> {
  const ids = new Map(rows.map(row => [`${row.type}/${row.parent_id ?? ''}/${row.name}`, row.id]))
  const area = (type: string, name: string, parent: number | null): DemoArea => {
    const id = ids.get(`${type}/${parent ?? ''}/${name}`)
    if (id === undefined) throw new Error(`The area ${name} is missing.`)
    return { id, name }
  }
  const districtOf = (parent: number, { name, neighbourhoods }: District) => {
    const sublocality = area('sublocality', name, parent)
    return { sublocality, neighbourhoods: neighbourhoods.map(inner => area('neighbourhood', inner, sublocality.id)) }
  }
  const placeOf = ({ name, priceLevel, districts }: Municipality): DemoPlace => {
    const locality = area('locality', name, null)
    return { locality, priceLevel, districts: districts.map(each => districtOf(locality.id, each)) }
  }
  return weights(municipalities.map(each => [placeOf(each), each.weight] as const))
}
