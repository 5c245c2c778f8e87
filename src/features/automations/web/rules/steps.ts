import { placeholderProblems } from '../../../templates/rules/placeholders.ts'
import type { Definition, Step, Trigger, Until } from '../../contract/definition.ts'
import { MAX_QUIET_DAYS, MAX_WAIT, TIME_OF_DAY, type TriggerKind } from '../../rules/definition.ts'

export type StepKind = Step['kind']
export type UntilKind = Until['kind']

const DEFAULT_TIME = '09:00'

/** The kinds of step that may be added, in the groups in which they are offered. */
export const offeredKinds: readonly { label: string; kinds: readonly StepKind[] }[] = [
  { label: 'Flow', kinds: ['wait', 'wait_until', 'branch'] },
  { label: 'Follow up', kinds: ['create_task', 'send_email', 'send_text', 'start_campaign', 'stop_campaign'] },
  { label: 'Lead', kinds: ['add_tag', 'remove_tag', 'set_status', 'offer'] },
  { label: 'Tell others', kinds: ['notify', 'webhook'] },
]

const day = { value: 1, period: 'day' } as const

/** A step as it is added: what has to be chosen is still open. */
export function newStep(kind: StepKind, id: string): Step {
  switch (kind) {
    case 'wait':
      return { kind, id, ...day, at: null, next: null }
    case 'wait_until':
      return { kind, id, until: { kind: 'message_received' }, ...day, met: null, otherwise: null }
    case 'branch':
      return { kind, id, filters: {}, yes: null, no: null }
    case 'start_campaign':
    case 'stop_campaign':
      return { kind, id, campaign_id: null, next: null }
    case 'add_tag':
    case 'remove_tag':
      return { kind, id, tag_id: null, next: null }
    case 'set_status':
      return { kind, id, status: 2, next: null }
    case 'create_task':
      return { kind, id, task_type: 'phone_call', subject: '', content: '', due_minutes: 0, next: null }
    case 'send_email':
    case 'send_text':
      return { kind, id, template_id: null, next: null }
    case 'offer':
      return { kind, id, to: 'next', agent_id: null, team_id: null, next: null }
    case 'notify':
      return { kind, id, who: 'agent', agent_id: null, text: '', next: null }
    case 'webhook':
      return { kind, id, url: '', next: null }
    case 'end':
      return { kind, id }
  }
}

/** A trigger as it is chosen, fitting whatever there is of it. */
export function newTrigger(kind: TriggerKind): Trigger {
  if (kind === 'tag_added' || kind === 'tag_removed') return { kind, tag_id: null }
  if (kind === 'no_contact') return { kind, days: 14 }
  if (kind === 'date_reached') return { kind, field: 'move_in_date', offset_days: -60, time: DEFAULT_TIME }
  return { kind }
}

/** What is waited for, or ends an automation, as it is chosen. */
export function newUntil(kind: UntilKind): Until {
  if (kind === 'filters') return { kind, filters: {} }
  if (kind === 'tag_added' || kind === 'tag_removed') return { kind, tag_id: null }
  return { kind }
}

/** A flow that nobody has said anything about yet. */
export const emptyDefinition: Definition = {
  trigger: { kind: 'lead_created' },
  filters: {},
  goal: null,
  again: 'never',
  start: null,
  steps: [],
}

/** What is wrong, by the field at which it is said. */
export type Problems = Readonly<Record<string, string>>

const only = (isWrong: boolean, field: string, sentence: string): Problems => (isWrong ? { [field]: sentence } : {})
const isEmpty = (filters: object): boolean => Object.values(filters).every(value => value === undefined)
const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to
const waitProblems = ({ value }: { value: number }): Problems =>
  only(!isWhole(value, 1, MAX_WAIT), 'value', `Enter a number from 1 to ${MAX_WAIT}.`)

/** What keeps a trigger from working. */
export function triggerProblems(trigger: Trigger): Problems {
  if (trigger.kind === 'no_contact')
    return only(
      !isWhole(trigger.days, 1, MAX_QUIET_DAYS),
      'days',
      `Enter a number of days from 1 to ${MAX_QUIET_DAYS}.`,
    )
  if (trigger.kind === 'date_reached') return only(!TIME_OF_DAY.test(trigger.time), 'time', 'Choose a time of day.')
  return untilProblems(trigger)
}

/** What keeps an end of a wait, or a goal, from working. */
export function untilProblems(until: Until): Problems {
  if (until.kind === 'tag_added' || until.kind === 'tag_removed')
    return only(until.tag_id === null, 'tag_id', 'Choose a tag.')
  return until.kind === 'filters' ? only(isEmpty(until.filters), 'filters', 'Add a condition.') : {}
}

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

/** What looks like a placeholder and is none. */
const unknownIn = (text: string, field: string): Problems => {
  const [first] = placeholderProblems(text)
  return first === undefined ? {} : { [field]: first }
}

/** What keeps a step from working, for a sentence beside each field. */
export function stepProblems(step: Step): Problems {
  switch (step.kind) {
    case 'wait':
      return waitProblems(step)
    case 'wait_until':
      return { ...waitProblems(step), ...untilProblems(step.until) }
    case 'branch':
      return only(isEmpty(step.filters), 'filters', 'Add a condition.')
    case 'start_campaign':
      return only(step.campaign_id === null, 'campaign_id', 'Choose a campaign.')
    case 'add_tag':
    case 'remove_tag':
      return only(step.tag_id === null, 'tag_id', 'Choose a tag.')
    case 'create_task':
      return {
        ...unknownIn(step.subject, 'subject'),
        ...unknownIn(step.content, 'content'),
        ...only(step.subject.trim() === '', 'subject', 'Enter what the task is about.'),
      }
    case 'send_email':
    case 'send_text':
      return only(step.template_id === null, 'template_id', 'Choose a template.')
    case 'offer':
      return {
        ...only(step.to === 'agent' && step.agent_id === null, 'agent_id', 'Choose an agent.'),
        ...only(step.to === 'team' && step.team_id === null, 'team_id', 'Choose a team.'),
      }
    case 'notify':
      return {
        ...only(step.who === 'chosen' && step.agent_id === null, 'agent_id', 'Choose an agent.'),
        ...unknownIn(step.text, 'text'),
        ...only(step.text.trim() === '', 'text', 'Enter what the notification says.'),
      }
    case 'webhook':
      return only(!isHttps(step.url), 'url', 'Enter an address that begins with https://.')
    default:
      return {}
  }
}

/** Fields without which the server cannot even store a step; what else is open may be chosen later. */
const neededToSave: Readonly<Partial<Record<StepKind, readonly string[]>>> = {
  wait: ['value'],
  wait_until: ['value'],
  create_task: ['subject', 'content'],
  notify: ['text'],
  webhook: ['url'],
}

/** The first step that cannot be saved as it is, with the reason. */
export function unsavable({ steps }: Definition): { step: Step; sentence: string } | null {
  for (const step of steps) {
    const problems = stepProblems(step)
    const field = neededToSave[step.kind]?.find(name => problems[name])
    if (field) return { step, sentence: problems[field] ?? '' }
  }
  return null
}

/** The ids of the steps at which something is still open or wrong. */
export const openSteps = ({ steps }: Definition): ReadonlySet<string> =>
  new Set(steps.filter(step => Object.keys(stepProblems(step)).length > 0).map(({ id }) => id))
