import { dealStatusName } from '../../deals/rules/kinds.ts'
import { statusLabel } from '../../leads/rules.ts'
import { opportunityTypeOf } from '../../opportunities/rules/opportunityTypes.ts'
import { taskTypeLabels } from '../../tasks/rules/tasks.ts'
import type { Definition, Step, Trigger, Until } from '../contract/definition.ts'
import { dateFieldLabels, triggerLabels } from './definition.ts'
import type { KnownRecords } from './references.ts'
import { formatDuration } from './wait.ts'

const nobody: KnownRecords = {
  tags: new Map(),
  campaigns: new Map(),
  emails: new Map(),
  texts: new Map(),
  agents: new Map(),
  teams: new Map(),
}

const nameOf = (id: number | null, known: ReadonlyMap<number, string>): string =>
  id === null ? '' : (known.get(id) ?? '(gone)')

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' ')

/** What starts an automation, in a few words: "Opportunity created: Back to Site". */
export function triggerText(trigger: Trigger, known: KnownRecords = nobody): string {
  switch (trigger.kind) {
    case 'no_contact':
      return `No contact for ${formatDuration(trigger.days, 'day')}`
    case 'date_reached':
      return dateText(trigger)
    default:
      return happeningText(trigger, known)
  }
}

/** What a step waits for or a goal is, in a few words. */
export function untilText(until: Until, known: KnownRecords = nobody): string {
  if (until.kind === 'contacted') return 'Somebody was in touch'
  if (until.kind === 'filters') return 'The conditions hold'
  return happeningText(until, known)
}

type Happening = Exclude<Trigger, { kind: 'no_contact' | 'date_reached' }>

function happeningText(event: Happening, known: KnownRecords): string {
  const detail = detailOf(event, known)
  return detail === '' ? triggerLabels[event.kind] : `${triggerLabels[event.kind]}: ${detail}`
}

function detailOf(event: Happening, known: KnownRecords): string {
  switch (event.kind) {
    case 'status_changed': {
      const from = (event.from ?? []).map(statusLabel).join(', ')
      const to = (event.to ?? []).map(statusLabel).join(', ')
      return joined(from && `from ${from}`, to && `to ${to}`)
    }
    case 'tag_added':
    case 'tag_removed':
      return nameOf(event.tag_id, known.tags)
    case 'opportunity_created':
      return (event.types ?? []).map(id => opportunityTypeOf(id)?.name ?? '').join(', ')
    case 'request_submitted':
      return (event.kinds ?? []).join(', ')
    case 'message_received':
      return (event.channels ?? []).map(channel => (channel === 'email' ? 'e-mail' : channel)).join(', ')
    case 'lead_created':
      return joined((event.sources ?? []).join(', '), exceptText(event.except_sources))
    case 'lead_claimed':
      return (event.by ?? []).join(', ')
    case 'deal_status_changed':
      return (event.statuses ?? []).map(dealStatusName).join(', ')
  }
}

/** "except agent"; empty where nothing is left out. */
export const exceptText = (sources: readonly string[] = []): string =>
  sources.length === 0 ? '' : `except ${sources.join(', ')}`

function dateText({ field, offset_days }: Extract<Trigger, { kind: 'date_reached' }>): string {
  const label = dateFieldLabels[field]
  if (offset_days === 0) return `${label} reached`
  const days = formatDuration(Math.abs(offset_days), 'day')
  return `${days} ${offset_days > 0 ? 'after' : 'before'}: ${label.toLowerCase()}`
}

/** What a step does, in a few words: "add tag Warm again". */
export function stepText(step: Step, known: KnownRecords = nobody): string {
  switch (step.kind) {
    case 'wait':
      return `wait ${formatDuration(step.value, step.period)}`
    case 'wait_until':
      return `wait up to ${formatDuration(step.value, step.period)}`
    case 'branch':
      return 'condition'
    case 'end':
      return 'end'
    case 'start_campaign':
      return joined('start campaign', nameOf(step.campaign_id, known.campaigns))
    case 'stop_campaign':
      return step.campaign_id === null
        ? 'stop campaigns'
        : joined('stop campaign', nameOf(step.campaign_id, known.campaigns))
    case 'add_tag':
      return joined('add tag', nameOf(step.tag_id, known.tags))
    case 'remove_tag':
      return joined('remove tag', nameOf(step.tag_id, known.tags))
    case 'set_status':
      return `set status ${statusLabel(step.status)}`
    case 'create_task':
      return `${taskTypeLabels[step.task_type].toLowerCase()} task`
    case 'send_email':
      return joined('e-mail', nameOf(step.template_id, known.emails))
    case 'send_text':
      return joined('text', nameOf(step.template_id, known.texts))
    case 'offer':
      if (step.to === 'agent') return joined('offer to', nameOf(step.agent_id, known.agents))
      return step.to === 'team' ? joined('offer to', nameOf(step.team_id, known.teams)) : 'offer to the next agent'
    case 'notify':
      if (step.who === 'chosen') return joined('notify', nameOf(step.agent_id, known.agents))
      return step.who === 'agent' ? 'notify the agent' : 'notify the team lead'
    case 'webhook':
      return 'call a webhook'
  }
}

const isAction = ({ kind }: Step): boolean => !['wait', 'wait_until', 'branch', 'end'].includes(kind)

/** The trigger and the actions in one line. */
export function summaryOf({ trigger, steps }: Definition, known: KnownRecords): string {
  const actions = steps.filter(isAction).map(step => stepText(step, known))
  return `${triggerText(trigger, known)}: ${actions.join(', ') || 'no actions yet'}`
}
