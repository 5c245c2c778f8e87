import type { ActionKind } from './definition.ts'

interface DryStep {
  kind: string
  state: string
  text: string
}

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`

/** What is said of an action that would have been done so often. */
const counted: Readonly<Record<ActionKind, (count: number) => string>> = {
  start_campaign: count => `${plural(count, 'campaign', 'campaigns')} started`,
  stop_campaign: count => `${plural(count, 'campaign', 'campaigns')} stopped`,
  add_tag: count => `${plural(count, 'tag', 'tags')} added`,
  remove_tag: count => `${plural(count, 'tag', 'tags')} removed`,
  set_status: count => `${plural(count, 'status', 'statuses')} set`,
  create_task: count => plural(count, 'task to do', 'tasks to do'),
  send_email: count => plural(count, 'e-mail', 'e-mails'),
  send_text: count => plural(count, 'text', 'texts'),
  offer: count => plural(count, 'offer', 'offers'),
  notify: count => plural(count, 'notice', 'notices'),
  webhook: count => plural(count, 'webhook call', 'webhook calls'),
}

const isAction = (kind: string): kind is ActionKind => kind in counted

/** "It would have run 214 times for 187 leads: 131 tasks to do, 114 campaigns started." */
export function drySentence({
  runs,
  leads,
  steps,
}: {
  runs: number
  leads: number
  steps: readonly DryStep[]
}): string {
  if (runs === 0) return 'It would not have run in the last 30 days.'
  const counts = new Map<ActionKind, number>()
  for (const { kind, state } of steps)
    if (state === 'done' && isAction(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const actions = [...counts].map(([kind, count]) => counted[kind](count))
  const times = runs === 1 ? 'once' : `${runs.toLocaleString('en-CA')} times`
  return `It would have run ${times} for ${plural(leads, 'lead', 'leads')}${actions.length > 0 ? `: ${actions.join(', ')}` : ''}.`
}

/** What stood in the way of actions, the most frequent first. */
export function stoppedReasons(steps: readonly DryStep[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { kind, state, text } of steps)
    if (state === 'skipped' && isAction(kind)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
