import { wallTimeText } from '../../../../platform/ui/dates/wallTime.ts'
import { count } from '../../../../platform/web/text.ts'
import { dealStatusName } from '../../../deals/rules/kinds.ts'
import { statusLabel } from '../../../leads/rules.ts'
import { opportunityTypeOf } from '../../../opportunities/rules/opportunityTypes.ts'
import type { RequestKind } from '../../../requests/rules.ts'
import { taskTypeLabels } from '../../../tasks/rules/tasks.ts'
import { unfilledText } from '../../../templates/rules/placeholders.ts'
import type { Definition, Step, Trigger, Until } from '../../contract/definition.ts'
import {
  actionLabels,
  type claimWays,
  dateFieldLabels,
  flowLabels,
  type notifyTargets,
  triggerLabels,
  type WaitPeriod,
} from '../../rules/definition.ts'
import { exceptText } from '../../rules/summary.ts'
import { formatDuration } from '../../rules/wait.ts'
import type { Way } from './edit.ts'
import type { StepKind, UntilKind } from './steps.ts'

/** How records are called that a step names by their id; a dash while that is not known. */
export interface Names {
  tag(id: number): string
  campaign(id: number): string
  template(id: number): string
  agent(id: number): string
  team(id: number): string
}

export const requestLabels: Readonly<Record<RequestKind, string>> = {
  viewing: 'Viewing request',
  offer: 'Offer request',
  sell: 'Sell request',
}
export const claimLabels: Readonly<Record<(typeof claimWays)[number], string>> = {
  offer: 'By accepting an offer',
  pool: 'From the pool',
  'happy hour': 'In happy hour',
}
export const notifyLabels: Readonly<Record<(typeof notifyTargets)[number], string>> = {
  agent: 'The lead’s agent',
  team_lead: 'The agent’s team lead',
  chosen: 'A chosen agent',
}
export const channelLabels = { text: 'Text', email: 'E-mail' } as const

/** What may be waited for, as it is offered. */
export const untilLabels: Readonly<Record<UntilKind, string>> = {
  message_received: 'They write',
  contacted: 'Somebody contacts them',
  filters: 'Conditions hold',
  status_changed: 'Their status changes',
  lead_claimed: 'They are claimed',
  opportunity_created: 'An opportunity arises',
  request_submitted: 'They submit a request',
  tag_added: 'A tag is added',
  tag_removed: 'A tag is removed',
  deal_status_changed: 'A deal changes its status',
  lead_created: 'They are created',
}
export const untilKinds = Object.keys(untilLabels) as UntilKind[]

/** The name of a kind of step. */
export const kindLabel = (kind: StepKind): string => ({ ...actionLabels, ...flowLabels })[kind]

const listed = (names: readonly string[]): string =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ')
const namesOf = <Value>(values: readonly Value[] | undefined, name: (value: Value) => string): string =>
  listed((values ?? []).map(name))

/** "10 minutes", "1 day". */
export const periodText = ({ value, period }: { value: number; period: WaitPeriod }): string =>
  formatDuration(value, period)

/** "9:00 AM", of a time such as 09:00. */
export const clockText = (time: string): string => wallTimeText('time', time, '')

const daysText = (days: number): string => `${count(Math.abs(days))} ${Math.abs(days) === 1 ? 'day' : 'days'}`

function offsetText({ field, offset_days, time }: Extract<Trigger, { kind: 'date_reached' }>): string {
  const date = dateFieldLabels[field]
  const at = `at ${clockText(time)}`
  if (offset_days === 0) return `${date}, ${at}`
  return `${daysText(offset_days)} ${offset_days < 0 ? 'before' : 'after'}: ${date.toLowerCase()}, ${at}`
}

/** What narrows a trigger or a wait, such as "Back to Site"; empty where nothing does. */
export function happeningText(happening: Trigger | Until, names: Names): string {
  switch (happening.kind) {
    case 'lead_created':
      return [listed(happening.sources ?? []), exceptText(happening.except_sources)].filter(Boolean).join(' ')
    case 'lead_claimed':
      return namesOf(happening.by, way => claimLabels[way])
    case 'status_changed': {
      const from = namesOf(happening.from, statusLabel)
      const to = namesOf(happening.to, statusLabel)
      return [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
    }
    case 'tag_added':
    case 'tag_removed':
      return happening.tag_id === null ? '' : names.tag(happening.tag_id)
    case 'opportunity_created':
      return namesOf(happening.types, id => opportunityTypeOf(id)?.name ?? '')
    case 'request_submitted':
      return namesOf(happening.kinds, kind => requestLabels[kind])
    case 'message_received':
      return namesOf(happening.channels, channel => channelLabels[channel])
    case 'deal_status_changed':
      return namesOf(happening.statuses, dealStatusName)
    case 'no_contact':
      return `For ${daysText(happening.days)}`
    case 'date_reached':
      return offsetText(happening)
    default:
      return ''
  }
}

/** What starts an automation: its kind in meta, and what matters most. */
export function triggerTitle(trigger: Trigger, names: Names): { meta: string; title: string } {
  const detail = happeningText(trigger, names)
  const label = triggerLabels[trigger.kind]
  return detail === '' ? { meta: 'Trigger', title: label } : { meta: `Trigger: ${label.toLowerCase()}`, title: detail }
}

/** What is waited for, or what ends an automation, in a line. */
export function untilTitle(until: Until, names: Names): string {
  const detail = happeningText(until, names)
  return detail === '' ? untilLabels[until.kind] : `${untilLabels[until.kind]}: ${detail}`
}

const chosen = (id: number | null, name: (id: number) => string, missing: string): string =>
  id === null ? missing : name(id)

/** What stands in the tile of a step: its kind in meta, and what it does. */
export function stepTitle(step: Step, names: Names): { meta: string; title: string } {
  const meta = kindLabel(step.kind)
  switch (step.kind) {
    case 'wait':
      return { meta, title: `${periodText(step)}${step.at === null ? '' : `, at ${clockText(step.at)}`}` }
    case 'wait_until':
      return { meta: `Wait until, at most ${periodText(step)}`, title: untilTitle(step.until, names) }
    case 'branch':
      return { meta, title: 'All of these hold?' }
    case 'start_campaign':
      return { meta, title: chosen(step.campaign_id, names.campaign, 'No campaign chosen') }
    case 'stop_campaign':
      return { meta, title: chosen(step.campaign_id, names.campaign, 'All that run') }
    case 'add_tag':
    case 'remove_tag':
      return { meta, title: chosen(step.tag_id, names.tag, 'No tag chosen') }
    case 'set_status':
      return { meta, title: statusLabel(step.status) }
    case 'create_task':
      return {
        meta: `${meta}: ${taskTypeLabels[step.task_type]}`,
        title: unfilledText(step.subject) || 'No subject yet',
      }
    case 'send_email':
    case 'send_text':
      return { meta, title: chosen(step.template_id, names.template, 'No template chosen') }
    case 'offer':
      return offerTitle(step, names)
    case 'notify': {
      const who = step.who === 'chosen' ? chosen(step.agent_id, names.agent, 'No agent chosen') : notifyLabels[step.who]
      return { meta: `${meta}: ${who}`, title: unfilledText(step.text) || 'No words yet' }
    }
    case 'webhook':
      return { meta, title: step.url.replace(/^https:\/\//, '') || 'No address yet' }
    case 'end':
      return { meta, title: 'Nothing more' }
  }
}

function offerTitle({ to, agent_id, team_id }: Extract<Step, { kind: 'offer' }>, names: Names) {
  if (to === 'agent') return { meta: 'Offer to agent', title: chosen(agent_id, names.agent, 'No agent chosen') }
  if (to === 'team') return { meta: 'Offer to team', title: chosen(team_id, names.team, 'No team chosen') }
  return { meta: 'Offer the lead', title: 'To the next agent' }
}

/** What is said beside the line of a way. */
export function wayLabel(step: Step, way: Way): string {
  if (way === 'yes') return 'Yes'
  if (way === 'no') return 'No'
  if (way === 'met') return 'It happened'
  return way === 'otherwise' && step.kind === 'wait_until' ? `After ${periodText(step)}` : ''
}

/** "2 conditions, 4 actions, 1 delay". */
export function sizeText({ filters, steps }: Definition): string {
  const conditions = (Object.keys(filters).length > 0 ? 1 : 0) + steps.filter(({ kind }) => kind === 'branch').length
  const delays = steps.filter(({ kind }) => kind === 'wait' || kind === 'wait_until').length
  const actions = steps.filter(({ kind }) => kind in actionLabels).length
  const counted = (amount: number, noun: string) => amount > 0 && `${amount} ${noun}${amount === 1 ? '' : 's'}`
  const said = [counted(conditions, 'condition'), counted(actions, 'action'), counted(delays, 'delay')].filter(Boolean)
  return said.join(', ') || 'No steps yet'
}
