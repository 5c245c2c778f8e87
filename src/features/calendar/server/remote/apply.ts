import type { RemoteEvent } from '../../../../integrations/google-calendar/records.ts'
import type { Change, Viewer } from '../../../../platform/server/context.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { formatClock, formatDay } from '../../../showings/rules.ts'
import { changeShowing, recordOnTimeline } from '../../../showings/server/commands/showings.ts'
import { requireShowing } from '../../../showings/server/queries/showings.ts'
import { taskTypeLabels } from '../../../tasks/rules/tasks.ts'
import { changeTask } from '../../../tasks/server/commands/tasks.ts'
import { lockTask } from '../../../tasks/server/queries/tasks.ts'
import { comparedOf, type EventFields, exchange, fieldsOf, type TakenOver, takenOver } from '../../rules/exchange.ts'
import { type CalendarItem, type ShowingItem, spanOf, type TaskItem } from '../../rules/items.ts'
import { itemOf, type OwnedItem } from '../queries/items.ts'
import { type Link, lockLink, markRemoved, saveLink } from '../queries/links.ts'
import { queueShowings, queueTasks } from '../queries/outbox.ts'
import { printOf, wantedEvent } from './written.ts'

/** A transaction of the agent whose calendar it is. */
export type AgentChange = Change & { viewer: Viewer }

/**
 * Takes over what an event says that may have been changed by its owner: the record follows, and where both sides changed the same,
 * the later change counts. An event that is as it was, such as one that Keyturn wrote itself, changes nothing.
 */
export async function applyEvent(ctx: AgentChange, linkId: number, event: RemoteEvent): Promise<void> {
  const link = await lockLink(ctx, linkId)
  if (!link || link.event_id !== event.id || link.state === 'asked') return
  if (event.status === 'cancelled') return applyRemoval(ctx, link)
  if (link.state === 'there' && event.etag === link.etag) return
  const owned = await itemOf(ctx, link.kind, link.record_id)
  const wanted = owned && wantedEvent(ctx.config, owned)
  const theirs = owned && fieldsOf(event, owned.item.zone)
  // Whose record it is not, or who can no longer be read, is for the way out to decide.
  if (!owned || !wanted || !theirs || owned.owner !== ctx.viewer.user_id || owned.item.is_gone) return
  await merge(ctx, { link, owned, theirs, ours: comparedOf(wanted), event, print: printOf(wanted) })
}

interface Merging {
  link: Link
  owned: OwnedItem
  ours: EventFields
  theirs: EventFields
  event: RemoteEvent
  print: string
}

async function merge(ctx: AgentChange, { link, owned, ours, theirs, event, print }: Merging): Promise<void> {
  const agreed = { ours: link.ours ?? ours, theirs: link.theirs ?? ours }
  const isOursLater = Date.parse(owned.item.updated_at) >= Date.parse(event.updated ?? '1970-01-01')
  const { fromCalendar, toCalendar } = exchange({ agreed, ours, theirs, isOursLater })
  const isOver = owned.item.kind === 'task' ? owned.item.completed : owned.item.status === 'completed'
  // What took place does not move any more.
  if (!isOver) await takeOver(ctx, owned.item, takenOver(owned.item, theirs, fromCalendar))
  const after = (await itemOf(ctx, link.kind, link.record_id)) ?? owned
  const wantedAfter = wantedEvent(ctx.config, after)
  const oursAfter = wantedAfter ? comparedOf(wantedAfter) : ours
  const isPending = toCalendar.length > 0 || link.print !== print
  await saveLink(ctx, link, {
    etag: event.etag,
    theirs,
    ours: {
      ...oursAfter,
      ...(toCalendar.includes('time') ? { start: agreed.ours.start, end: agreed.ours.end } : {}),
      ...(toCalendar.includes('title') ? { title: agreed.ours.title } : {}),
      ...(toCalendar.includes('location') ? { location: agreed.ours.location } : {}),
    },
    print: isPending ? '' : printOf(wantedAfter),
  })
  if (isPending) await (link.kind === 'task' ? queueTasks : queueShowings)(ctx, [link.record_id])
}

async function takeOver(ctx: AgentChange, item: CalendarItem, taken: TakenOver): Promise<void> {
  if (Object.keys(taken).length === 0) return
  if (item.kind === 'task') await changeItsTask(ctx, item, taken)
  else await changeItsShowing(ctx, item, taken)
}

async function changeItsTask(ctx: AgentChange, item: TaskItem, { span, subject, location }: TakenOver): Promise<void> {
  const before = await lockTask(ctx, item.id, 'kept')
  const was = spanOf(item)
  const hasOtherLength = span && was && lengthOf(span) !== lengthOf(was)
  await changeTask(ctx, before, {
    ...(span ? { scheduled_at: span.start } : {}),
    ...(span && hasOtherLength ? { duration: lengthOf(span) } : {}),
    ...(subject === undefined ? {} : { subject }),
    ...(location === undefined ? {} : { location }),
  })
  if (span && span.start !== was?.start)
    await recordTask(ctx, item, `was moved in Google Calendar to ${formatWhen(span.start, item.zone)}.`)
}

const lengthOf = ({ start, end }: { start: string; end: string }): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

const formatWhen = (starts_at: string, zone: string): string =>
  `${formatDay({ starts_at, zone })} at ${formatClock(starts_at, zone)}`

async function changeItsShowing(ctx: AgentChange, item: ShowingItem, { span }: TakenOver): Promise<void> {
  if (!span) return
  const { showing, lead } = await requireShowing(ctx, item.id, 'kept', true)
  const after = await changeShowing(ctx, lead, showing, {
    span: { starts_at: new Date(span.start), ends_at: new Date(span.end) },
  })
  await recordOnTimeline(ctx, lead, after, { text: ['Moved in Google Calendar.'], isOnlyNote: true })
}

/** The owner deleted the event: nothing is completed or called off by that, and the timeline says so. */
export async function applyRemoval(ctx: AgentChange, link: Link): Promise<void> {
  if (link.state !== 'there') return
  await markRemoved(ctx, link, 'owner')
  const owned = await itemOf(ctx, link.kind, link.record_id)
  if (!owned || owned.item.is_gone || owned.owner !== ctx.viewer.user_id) return
  const { item } = owned
  if (item.kind === 'task') {
    if (!item.completed) await recordTask(ctx, item, 'was deleted from Google Calendar. The task is still open.')
    return
  }
  const { showing, lead } = await requireShowing(ctx, item.id, 'kept', true)
  const note = { text: ['Deleted from Google Calendar. The showing still stands.'], isOnlyNote: true }
  await recordOnTimeline(ctx, lead, showing, note)
}

async function recordTask(ctx: AgentChange, item: TaskItem, what: string): Promise<void> {
  await addMilestones(ctx, [
    {
      lead_id: item.lead_id,
      agent_id: ctx.viewer.agent_id,
      milestone_type_id: milestoneType.progress,
      description: `The task “${item.subject || taskTypeLabels[item.task_type]}” ${what}`,
      model_id: item.id,
      model_type: 'task',
      is_automatic: true,
    },
  ])
}
