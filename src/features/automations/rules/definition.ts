/** What starts an automation on a lead. */
export const triggerKinds = [
  'lead_created',
  'lead_claimed',
  'status_changed',
  'tag_added',
  'tag_removed',
  'opportunity_created',
  'request_submitted',
  'message_received',
  'no_contact',
  'date_reached',
  'deal_status_changed',
] as const
export type TriggerKind = (typeof triggerKinds)[number]

/** The triggers as people read them. */
export const triggerLabels: Readonly<Record<TriggerKind, string>> = {
  lead_created: 'Lead created',
  lead_claimed: 'Lead claimed',
  status_changed: 'Status changed',
  tag_added: 'Tag added',
  tag_removed: 'Tag removed',
  opportunity_created: 'Opportunity created',
  request_submitted: 'Request submitted',
  message_received: 'Inbound text or e-mail',
  no_contact: 'No contact for a while',
  date_reached: 'Date reached',
  deal_status_changed: 'Deal status changed',
}

/** What an automation does to a lead. */
export const actionKinds = [
  'start_campaign',
  'stop_campaign',
  'add_tag',
  'remove_tag',
  'set_status',
  'create_task',
  'send_email',
  'send_text',
  'offer',
  'notify',
  'webhook',
] as const
export type ActionKind = (typeof actionKinds)[number]

/** The actions as people read them. */
export const actionLabels: Readonly<Record<ActionKind, string>> = {
  start_campaign: 'Start campaign',
  stop_campaign: 'Stop campaign',
  add_tag: 'Add tag',
  remove_tag: 'Remove tag',
  set_status: 'Set status',
  create_task: 'Create task',
  send_email: 'Send e-mail',
  send_text: 'Send text',
  offer: 'Offer the lead',
  notify: 'Notify',
  webhook: 'Call a webhook',
}

/** Steps that do nothing to a lead but decide what comes next. */
export const flowKinds = ['wait', 'wait_until', 'branch', 'end'] as const
export const flowLabels: Readonly<Record<(typeof flowKinds)[number], string>> = {
  wait: 'Wait',
  wait_until: 'Wait until',
  branch: 'Condition',
  end: 'End',
}

/** Dates of a lead at which an automation may start. */
export const dateFields = ['move_in_date', 'close_date', 'created_at', 'claimed_at'] as const
export type DateField = (typeof dateFields)[number]
export const dateFieldLabels: Readonly<Record<DateField, string>> = {
  move_in_date: 'Move-in date',
  close_date: 'Closing date of a deal',
  created_at: 'Day they became a lead',
  claimed_at: 'Day they were claimed',
}

/** How a lead was claimed. */
export const claimWays = ['offer', 'pool', 'happy hour'] as const

/** Units of waits. */
export const waitPeriods = ['minute', 'hour', 'day', 'week'] as const
export type WaitPeriod = (typeof waitPeriods)[number]

/** To whom a lead is offered: the next agent of the distribution, one agent, or the agents of a team. */
export const offerTargets = ['next', 'agent', 'team'] as const

/** Who is notified: the agent of the lead, the lead of their team, or one agent. */
export const notifyTargets = ['agent', 'team_lead', 'chosen'] as const

export const NAME_LENGTH = 80
export const DESCRIPTION_LENGTH = 500
/** Steps of one automation. */
export const MAX_STEPS = 50
/** Steps that one lead may pass from the trigger to an end. */
export const MAX_DEPTH = 25
export const MAX_WAIT = 365
export const MAX_QUIET_DAYS = 365
export const MAX_OFFSET_DAYS = 3650
export const MAX_URL_LENGTH = 500
export const MAX_NOTICE_LENGTH = 200
export const MAX_TASK_CONTENT = 2000
/** Ids of steps are chosen by whoever builds the automation. */
export const STEP_ID = /^[a-z0-9_-]{1,24}$/
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** Days that a dry run looks back. */
export const DRY_RUN_DAYS = 30
/** Automations that set each other off end with this generation. */
export const MAX_GENERATION = 5
/** Starts of one automation within a minute, above which it switches itself off. */
export const MAX_STARTS_PER_MINUTE = 500
/** A run that is later than this, because of an outage or because it was switched off, ends instead of catching up. */
export const STALE_HOURS = 24

/** A step as the planner and the checks of a definition see it. */
export interface StepShape {
  id: string
  kind: string
  next?: string | null
  yes?: string | null
  no?: string | null
  met?: string | null
  otherwise?: string | null
}

/** The steps that may follow a step, in the order in which they are drawn. */
export const followersOf = ({ next, yes, no, met, otherwise }: StepShape): string[] =>
  [next, yes, no, met, otherwise].flatMap(id => id ?? [])

/** What is wrong with the way steps follow each other, in sentences; empty when nothing is. */
export function graphProblems(start: string | null, steps: readonly StepShape[]): string[] {
  const byId = new Map(steps.map(step => [step.id, step]))
  if (byId.size < steps.length) return ['Each step needs an id of its own.']
  const missing = [start, ...steps.flatMap(followersOf)].find(id => id !== null && !byId.has(id))
  if (missing) return [`There is no step ${missing}.`]
  if (steps.length > 0 && start === null) return ['start must name the first step.']
  const depths = new Map<string, number>()
  const open = new Set<string>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    if (open.has(id)) return Number.POSITIVE_INFINITY
    open.add(id)
    const step = byId.get(id)
    const depth = 1 + Math.max(0, ...(step ? followersOf(step).map(depthOf) : []))
    open.delete(id)
    depths.set(id, depth)
    return depth
  }
  const depth = start === null ? 0 : depthOf(start)
  if (!Number.isFinite(depth)) return ['Steps must not lead back to a step before them.']
  if (depth > MAX_DEPTH) return [`At most ${MAX_DEPTH} steps can follow each other.`]
  const lost = steps.find(({ id }) => !depths.has(id))
  return lost ? [`No path leads to step ${lost.id}.`] : []
}
