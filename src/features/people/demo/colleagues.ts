import { type Random, randomOf } from '../../../platform/demo/random.ts'
import { personName } from './names.ts'

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
    const random = randomOf(seed ^ 0x5eed, index)
    const name = nameOfColleague(random, taken)
    return {
      email: `${name.first}.${name.last}`
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z.]/g, '')
        .concat('@keyturn.test'),
      first_name: name.first,
      last_name: name.last,
      phone: `+14375550${String(100 + index).padStart(3, '0')}`,
      lead_types: random.happens(0.65) ? ['buyer', 'rental'] : [random.happens(0.7) ? 'buyer' : 'rental'],
      site_indexes: random.happens(0.7) ? [0, 1, 2] : [random.between(0, 2)],
      team: index % 5 === 4 ? null : index % demoTeams.length,
      joined_days_ago: random.between(40, 2400),
    }
  })
}

function nameOfColleague(random: Random, taken: Set<string>): { first: string; last: string } {
  for (;;) {
    const name = personName(random, 0)
    const key = `${name.first} ${name.last}`
    if (taken.has(key)) continue
    taken.add(key)
    return name
  }
}
