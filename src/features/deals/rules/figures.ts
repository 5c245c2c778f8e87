interface MonthOf<Sum> {
  /** Its first day, yyyy-MM-dd. */
  month: string
  sum: Sum
}

/** What each month had; 0 for those that had nothing. */
export const byMonth = (months: readonly string[], sums: readonly MonthOf<number>[]): number[] =>
  months.map(month => sums.find(one => one.month === month)?.sum ?? 0)

/** Each month with all before it. */
export function addedUp(points: readonly number[]): number[] {
  let total = 0
  return points.map(point => {
    total += point
    return total
  })
}

interface AgentMonth {
  agent_id: number
  month: string
  net: number
}

/** The place of an agent by what was kept up to and with a month: 1 for the most, the same place for the same sum. */
export function rankAt(sums: readonly AgentMonth[], agentId: number, month: string): number {
  const totals = new Map<number, number>()
  for (const { agent_id, net, month: of } of sums)
    if (of <= month) totals.set(agent_id, (totals.get(agent_id) ?? 0) + net)
  const own = totals.get(agentId) ?? 0
  return 1 + [...totals.values()].filter(total => total > own).length
}
