import { type Random, type WeightTable, weights } from '../../../platform/demo/random.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import { type District, type Municipality, municipalities } from '../../../product/region/places.ts'
import { agentsOfDemo, type DemoAgent } from '../../people/demo/seed.ts'
import { type AreaRow, areasOfDemo, demoSites, sitesOfDemo } from '../../settings/demo/seed.ts'

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

/** The brokerage that leads belong to. */
export interface Brokerage {
  places: WeightTable<DemoPlace>
  sites: WeightTable<number>
  siteNames: ReadonlyMap<number, string>
  /** The agents of the first two thousand leads: the demo accounts have their share. */
  agents: WeightTable<DemoAgent>
  /** The agents of all further ones. */
  laterAgents: WeightTable<DemoAgent>
}

/** Leads up to this one are shared out so that the demo accounts have a believable number. */
const FIRST_LEADS = 2000

/** Who a lead of the demo belongs to. */
export const pickAgent = (random: Random, { agents, laterAgents }: Brokerage, index: number): DemoAgent =>
  random.weighted(index < FIRST_LEADS ? agents : laterAgents)

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

/** The brokerage, as the features below have made it. */
export async function brokerageOf(db: Db): Promise<Brokerage> {
  const places = placesOf(await areasOfDemo(db))
  const sites = await sitesOfDemo(db)
  const agents = await agentsOfDemo(db)
  return {
    places,
    sites: weights(sites.map((id, index) => [id, demoSites[index]?.weight ?? 1] as const)),
    siteNames: new Map(sites.map((id, index) => [id, demoSites[index]?.domain ?? ''])),
    agents: agentShares(agents, true),
    laterAgents: agentShares(agents, false),
  }
}
