import { count } from '../../../../platform/web/text.ts'
import { sinceShort } from '../../../../platform/web/time/time.ts'
import type { TeamAgent } from '../../contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long a lead waits: "12 min", "3 h", "1 d 22 h", "45 d", "5 mo". */
export function waitText(since: string, now: Date): string {
  const passed = now.getTime() - Date.parse(since)
  if (passed < DAY) return sinceShort(since, now).replace('now', '1 min')
  const hours = Math.floor((passed % DAY) / HOUR)
  const days = `${Math.floor(passed / DAY)} d`
  if (passed >= 60 * DAY) return `${Math.floor(passed / (30 * DAY))} mo`
  return hours > 0 && passed < 10 * DAY ? `${days} ${hours} h` : days
}

/** A change against last week: "+12", "−38", "0". */
export const changeText = (change: number): string =>
  change > 0 ? `+${count(change)}` : change < 0 ? `−${count(-change)}` : '0'

const plural = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`

/** Why an agent needs a look, in sentences; what is well is not told. */
export function whyNow(agent: TeamAgent, now: Date): string {
  const behind = agent.calls_before - agent.calls
  const quiet = agent.contacts.toReversed().findIndex(some => some > 0)
  const sentences = [
    agent.waiting === 1 && `A new lead has waited for ${waitText(agent.waiting_since ?? '', now)}.`,
    agent.waiting > 1 &&
      `${count(agent.waiting)} new leads wait, the oldest for ${waitText(agent.waiting_since ?? '', now)}.`,
    agent.overdue > 0 && `${plural(agent.overdue, 'task is', 'tasks are')} overdue.`,
    quiet === -1 && 'No call, text or e-mail in two weeks.',
    quiet > 1 && `No call, text or e-mail for ${count(quiet)} days.`,
    quiet >= 0 && quiet <= 1 && behind > 0 && `${plural(behind, 'call', 'calls')} behind last week.`,
  ].filter(Boolean)
  return sentences.join(' ') || 'Nothing waits and nothing is overdue.'
}

/** Why an agent has room: "nothing waits, 131 leads". */
export const roomText = (agent: TeamAgent): string =>
  [
    agent.waiting === 0 ? 'no one waits' : `${count(agent.waiting)} wait`,
    ...(agent.overdue > 0 ? [`${count(agent.overdue)} overdue`] : []),
    plural(agent.leads, 'lead', 'leads'),
  ].join(', ')
