import type { InfiniteData } from '@tanstack/react-query'
import type { OfflinePatch, ShownWrite } from '../../../../platform/web/offline/offlineQueue.ts'
import { queuedMilestones } from '../../../milestones/web/client.ts'
import { queuedNotes } from '../../../notes/web/client.ts'
import { queuedTasks } from '../../../tasks/web/client/offline.ts'
import type { TimelineEntry } from '../../contract.ts'
import { shownEntry } from '../rules/entries.ts'
import type { TimelinePage, TimelineQuestion } from '../rules/pages.ts'

type Cached = InfiniteData<TimelinePage, string>
type Source = TimelineEntry['source']

/** Shows notes, milestones and done tasks that wait for the network in the timeline of their lead. */
export const entriesThatWait =
  (leadId: number, question: TimelineQuestion): OfflinePatch<Cached> =>
  (cached, write) => {
    const change = changeOf(write)
    return change?.lead_id === leadId ? changed(cached, change, question) : cached
  }

/** What a write makes of the timeline; `null` for what no timeline shows. */
function changeOf(write: ShownWrite): Change | null {
  const note = queuedNotes.changeOf(write)
  if (note)
    return { ...aboutOf(note), source: 'note', after: note.after && { source: 'note', note: named(note.after, note) } }
  const milestone = queuedMilestones.changeOf(write)
  if (milestone) {
    const after = milestone.after && named(milestone.after, milestone)
    return { ...aboutOf(milestone), source: 'milestone', after: after && { source: 'milestone', milestone: after } }
  }
  const task = queuedTasks.changeOf(write)
  if (!task) return null
  // A task is part of what happened once it is done.
  const done = task.after?.completed ? named(task.after, task) : null
  return { ...aboutOf(task), source: 'task', after: done && { source: 'task', task: done } }
}

interface OfLead {
  lead_id: number
}

const aboutOf = ({ id, before, after }: { id: number; before: OfLead | null; after: OfLead | null }) => ({
  id,
  lead_id: (after ?? before)?.lead_id,
})

/** The record with the id that it has by now. */
const named = <Shown extends object>(record: Shown, { id }: { id: number }): Shown => ({ ...record, id })

interface Change {
  id: number
  lead_id: number | undefined
  source: Source
  after: TimelineEntry | null
}

const recordOf = (entry: TimelineEntry): { id: number } =>
  entry.source === 'note' ? entry.note : entry.source === 'task' ? entry.task : entry.milestone

function changed(cached: Cached, { id, source, after }: Change, question: TimelineQuestion): Cached {
  const isIt = (entry: TimelineEntry) => entry.source === source && recordOf(entry).id === id
  if (cached.pages.some(page => page.data.some(isIt))) {
    const pages = cached.pages.map(page => ({
      ...page,
      data: page.data.flatMap(entry => (isIt(entry) ? (after ?? []) : [entry])),
    }))
    return { ...cached, pages }
  }
  return after && isWanted(after, question) ? inserted(cached, after) : cached
}

/** Whether the timeline that is asked for holds such an entry; what a search finds only the server knows. */
function isWanted(entry: TimelineEntry, { wanted, search }: TimelineQuestion): boolean {
  if (search) return false
  if (wanted.includes('all')) return true
  return wanted.includes(entry.source === 'milestone' ? entry.milestone.milestone_type_id : entry.source)
}

/** Newest first; what is older than everything that was read comes with the next page. */
function inserted(cached: Cached, entry: TimelineEntry): Cached {
  const { at } = shownEntry(entry)
  const place = cached.pages.findIndex(
    page => page.next_cursor === null || page.data.some(each => shownEntry(each).at <= at),
  )
  const pages = cached.pages.map((page, index) => {
    if (index !== place) return page
    const before = page.data.findIndex(each => shownEntry(each).at <= at)
    return { ...page, data: page.data.toSpliced(before < 0 ? page.data.length : before, 0, entry) }
  })
  return { ...cached, pages }
}
