/** Days of activity that are shown for each agent, today included. */
export const ACTIVITY_DAYS = 14

/** Up to these figures an agent does not need help; above them, they are shown in red. */
export const MAX_WELL = {
  /** New leads without contact. */
  waiting: 4,
  /** Hours that a new lead waits. */
  waitingHours: 24,
  /** Overdue tasks. */
  overdue: 5,
  /** Calls fewer than last week. */
  fewerCalls: 8,
} as const

const HOUR = 3_600_000

/** The figures that say whether an agent needs help. */
export interface Doing {
  waiting: number
  waiting_since: string | null
  calls: number
  calls_before: number
  overdue: number
}

/** Whole hours that the longest of an agent's new leads waits; 0 when none does. */
export const hoursWaited = ({ waiting_since }: Pick<Doing, 'waiting_since'>, now: Date): number =>
  waiting_since === null ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(waiting_since)) / HOUR))

/** Which figures of an agent are above what goes well. */
export function concerns(agent: Doing, now: Date) {
  return {
    waiting: agent.waiting > MAX_WELL.waiting,
    wait: hoursWaited(agent, now) > MAX_WELL.waitingHours,
    calls: agent.calls_before - agent.calls > MAX_WELL.fewerCalls,
    overdue: agent.overdue > MAX_WELL.overdue,
  }
}

/** Whether an agent needs a look: their leads wait too long or too many, or their tasks pile up. Fewer calls alone do not say so. */
export function needsHelp(agent: Doing, now: Date): boolean {
  const { waiting, wait, overdue } = concerns(agent, now)
  return waiting || wait || overdue
}

type Named = Doing & { name: string; agent_id: number }

/** Those first who need help most: by leads that wait, then overdue tasks, then how far calls fell behind last week. */
export const byNeed = <Agent extends Named>(agents: readonly Agent[]): Agent[] =>
  agents.toSorted(
    (one, other) =>
      other.waiting - one.waiting ||
      other.overdue - one.overdue ||
      one.calls - one.calls_before - (other.calls - other.calls_before) ||
      one.name.localeCompare(other.name) ||
      one.agent_id - other.agent_id,
  )

/** Days in which somebody who works was in touch with a lead. */
const AT_WORK_DAYS = 7

const isAtWork = ({ contacts }: { contacts: readonly number[] }): boolean =>
  contacts.slice(-AT_WORK_DAYS).some(some => some > 0)

/**
 * Agents who can take leads from another one, those with most room first: who is at work, then fewest new leads, overdue
 * tasks, leads.
 */
export const byRoom = <Agent extends Named & { leads: number; contacts: readonly number[] }>(
  agents: readonly Agent[],
  without: number,
): Agent[] =>
  agents
    .filter(({ agent_id }) => agent_id !== without)
    .toSorted(
      (one, other) =>
        Number(isAtWork(other)) - Number(isAtWork(one)) ||
        one.waiting - other.waiting ||
        one.overdue - other.overdue ||
        one.leads - other.leads ||
        one.name.localeCompare(other.name) ||
        one.agent_id - other.agent_id,
    )
