import type { permissionNames } from '../../people/rules.ts'

interface Sight {
  rights: ReadonlySet<string>
  reach: readonly number[]
}

type LeadRight = (typeof permissionNames)[number]
const leadRights: readonly LeadRight[] = ['view_leads', 'view_all_leads', 'view_profiles_for_leads']

const seesEveryLead = ({ rights }: Sight): boolean => leadRights.every(right => rights.has(right))

const agentPart = (agent: number) => `agent ${agent}`

/** What somebody's sight of leads rests on: the rights that show leads and, unless these show all, the agents they reach. */
export const sightOf = (viewer: Sight): string[] => [
  ...leadRights.filter(right => viewer.rights.has(right)),
  ...(seesEveryLead(viewer) ? [] : viewer.reach.map(agentPart)),
]

/** Whether somebody still sees everything that they saw with `earlier`. */
export function stillSees(viewer: Sight, earlier: readonly string[]): boolean {
  if (seesEveryLead(viewer)) return true
  const now = sightOf(viewer)
  return earlier.every(part => now.includes(part))
}
