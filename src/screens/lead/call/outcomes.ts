import { TZDate } from '@date-fns/tz'
import { addHours, lightFormat, startOfHour } from 'date-fns'
import type { CallOutcome } from '../../../features/calling/rules.ts'
import type { TaskFields, TaskOfLead } from '../../../features/tasks/contract.ts'
import { emptyDraft, fieldsOf, quickParts, quickTimes, type TaskDraft } from '../../../features/tasks/rules/draft.ts'
import { bucketOf } from '../../../features/tasks/rules/tasks.ts'

/** A task that follows a call, as it is sent. */
export type FollowUp = TaskFields & Pick<TaskDraft, 'task_type'>

/** What can come next; `pick` asks for the time first. */
export interface NextStep {
  id: 'call' | 'later' | 'find number' | 'e-mail' | 'pick' | 'nothing'
  label: string
  /** The task that it adds; `null` adds none. */
  task: FollowUp | null
}

interface Called {
  name: string
  mayEmail: boolean
}

/** The last hour of a day at which calls are still proposed. */
const LAST_HOUR = 20
const NO_ANSWER_HOURS = 3

const nothing: NextStep = { id: 'nothing', label: 'Nothing', task: null }
const pick: NextStep = { id: 'pick', label: 'Pick a time', task: null }

/** What is offered after a call, in the order of its keys: the likeliest first, "Nothing" last. */
export function nextSteps(outcome: CallOutcome, { name, mayEmail }: Called, now: Date, zone: string): NextStep[] {
  const quick = (id: string, type: FollowUp['task_type'], subject: string) =>
    followUp(type, subject, partsOf(id, now, zone), now, zone)
  const callAgain = `Call ${name}`
  const tomorrow: NextStep = { id: 'call', label: 'Call tomorrow', task: quick('tomorrow', 'phone_call', callAgain) }
  const inDays: NextStep = { id: 'later', label: 'Call in 3 days', task: quick('days', 'phone_call', callAgain) }
  if (outcome === 'wrong number') {
    const find = `Look for another number of ${name}`
    const write = `E-mail ${name}: wrong number`
    return [
      { id: 'find number', label: 'Look for another number', task: quick('tomorrow', 'reminder', find) },
      ...(mayEmail
        ? [{ id: 'e-mail' as const, label: 'E-mail tomorrow', task: quick('tomorrow', 'manual_email', write) }]
        : []),
      nothing,
    ]
  }
  const today = outcome === 'no answer' ? laterToday(now, zone) : null
  if (!today) return [tomorrow, inDays, pick, nothing]
  const soon = followUp('phone_call', callAgain, today, now, zone)
  return [
    { id: 'call', label: `Call in ${NO_ANSWER_HOURS} hours`, task: soon },
    { ...tomorrow, id: 'later' },
    pick,
    nothing,
  ]
}

type Parts = Pick<TaskDraft, 'date' | 'time'>

function partsOf(id: string, now: Date, zone: string): Parts {
  const quick = quickTimes.find(each => each.id === id)
  return quick ? quickParts(quick, now, zone) : emptyDraft(now, zone)
}

/** Some hours from now, while that is still an hour to call at. */
function laterToday(now: Date, zone: string): Parts | null {
  const at = addHours(startOfHour(new TZDate(now, zone)), NO_ANSWER_HOURS)
  const isSameDay = lightFormat(at, 'yyyy-MM-dd') === lightFormat(new TZDate(now, zone), 'yyyy-MM-dd')
  if (!isSameDay || at.getHours() > LAST_HOUR) return null
  return { date: lightFormat(at, 'yyyy-MM-dd'), time: lightFormat(at, 'HH:mm') }
}

const followUp = (
  task_type: FollowUp['task_type'],
  subject: string,
  { date, time }: Parts,
  now: Date,
  zone: string,
): FollowUp => fieldsOf({ ...emptyDraft(now, zone), task_type, subject, date, time }, zone)

/** The call at a time that was picked (yyyy-MM-ddTHH:mm where the agent is). */
export function pickedCall(name: string, at: string, now: Date, zone: string): FollowUp {
  const [date = '', time = ''] = at.split('T')
  return followUp('phone_call', `Call ${name}`, { date, time }, now, zone)
}

/** The task that a call fulfils: the one that it was made from, otherwise the first call that was due. */
export function fulfilledTask(
  tasks: readonly TaskOfLead[],
  madeFrom: number | null,
  now: Date,
  zone: string,
): TaskOfLead | null {
  const open = tasks.filter(task => !task.completed && task.task_type === 'phone_call')
  const due = open
    .filter(task => bucketOf(task.scheduled_at, now, zone) !== 'future')
    .toSorted((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? ''))
  return open.find(({ id }) => id === madeFrom) ?? due[0] ?? null
}
