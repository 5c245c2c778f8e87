import type { MailRecordState } from '../../platform/wire/mailRecords.ts'

/** What the data alone say of. */
export const dataStepIds = ['people', 'areas', 'sites', 'source', 'quotas', 'hours'] as const
export type DataStepId = (typeof dataStepIds)[number]

/** The steps in the order in which one takes them; what DNS says of the sender is asked for by itself. */
export const stepIds = ['people', 'areas', 'sites', 'sender', 'source', 'quotas', 'hours'] as const
export type StepId = (typeof stepIds)[number]

/** What there is in an installation. */
export interface Counts {
  users: number
  agents: number
  areas: number
  sites: number
  /** Sources with a key that is good. */
  sources: number
  /** What the first source is called that an event came from. */
  heard_from: string | null
  /** The rules in force, counted from 1; 0 before any. */
  rules_version: number
  /** Agents who have said when they take leads. */
  with_hours: number
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`

/** How far each step is, from what there is. */
export function dataSteps(counts: Counts): { id: DataStepId; is_done: boolean; facts: string }[] {
  const { users, agents, areas, sites, sources, heard_from, rules_version, with_hours } = counts
  const facts: Readonly<Record<DataStepId, [is_done: boolean, facts: string]>> = {
    people: [
      agents > 0,
      `${counted(users, 'account', 'accounts')}, ${agents === 0 ? 'nobody an agent' : counted(agents, 'agent', 'agents')}`,
    ],
    areas: [areas > 0, areas === 0 ? 'None yet' : counted(areas, 'place', 'places')],
    sites: [sites > 0, sites === 0 ? 'None yet' : counted(sites, 'site', 'sites')],
    source: [
      heard_from !== null,
      heard_from !== null
        ? `The first event came from ${heard_from}`
        : sources === 0
          ? 'No source with a key yet'
          : `${counted(sources, 'source has', 'sources have')} a key; nothing came in yet`,
    ],
    quotas: [
      rules_version > 0,
      rules_version === 0 ? 'No rules yet' : `Rules of version ${rules_version} are in force`,
    ],
    hours: [
      with_hours > 0,
      agents === 0
        ? 'No agents yet'
        : `${with_hours} of ${counted(agents, 'agent', 'agents')} said when they take leads`,
    ],
  }
  return dataStepIds.map(id => ({ id, is_done: facts[id][0], facts: facts[id][1] }))
}

/** Whether e-mails of this sender are believed: nothing is missing, and somebody knows. */
export const isSenderReady = (states: readonly MailRecordState[]): boolean =>
  states.length > 0 && states.every(state => state === 'ok' || state === 'warning')

/** The sender in a few words: "2 of 3 records are in order". */
export function senderFacts(states: readonly MailRecordState[]): string {
  if (states.length > 0 && states.every(state => state === 'unknown')) return 'No name server answered'
  const well = states.filter(state => state === 'ok').length
  const weak = states.filter(state => state === 'warning').length
  const said = `${well} of ${states.length} records are in order`
  return weak === 0 || !isSenderReady(states) ? said : `${said}, ${weak} could be better`
}
