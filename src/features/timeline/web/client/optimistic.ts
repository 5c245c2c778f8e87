import type { InfiniteData } from '@tanstack/react-query'
import { z } from 'zod'
import { idOf, type OptimisticPatch } from '../../../../platform/web/offline/optimisticPatches.ts'
import { timelineKey } from '../../../milestones/web/client.ts'
import { type NotePage, noteKeys } from '../../../notes/web/client.ts'
import type { TimelineEntry } from '../../contract.ts'
import { shownEntry } from '../rules/entries.ts'
import type { TimelineQuestion } from './timeline.ts'

type Page = { data: TimelineEntry[]; next_cursor: string | null }
type Cached = InfiniteData<Page>
type Source = TimelineEntry['source']

const Shown = z.object({ before: z.looseObject({}).nullable(), after: z.looseObject({}).nullable() })
const OnLead = z.looseObject({ lead_id: z.int(), completed: z.boolean().optional() })

const sourceOf = (record: string): Source | null =>
  (['note', 'milestone', 'task'] as const).find(source => record.startsWith(`${source}:`)) ?? null

/** Shows notes, milestones and tasks that wait for the network in the timeline of their lead, and notes in its notes. */
export const timelinePatch: OptimisticPatch = (key, data, write) => {
  const source = sourceOf(write.record)
  const shown = source && Shown.safeParse(write.shows).data
  const about = OnLead.safeParse(shown?.after ?? shown?.before).data
  if (!source || !shown || !about) return data
  // A task is part of what happened once it is done.
  const stays = shown.after !== null && (source !== 'task' || about.completed === true)
  const after = stays ? ({ source, [source]: { ...shown.after, id: idOf(write) } } as unknown as TimelineEntry) : null
  const [area, lead, wanted, search] = key
  if (area === timelineKey(0)[0] && lead === about.lead_id) {
    const question = { wanted, search } as TimelineQuestion
    return changed(data as Cached, { id: idOf(write), source, after }, question)
  }
  if (source === 'note' && String(key) === String(noteKeys.ofLead(about.lead_id)))
    return inNotes(data as NotePage, idOf(write), after)
  return data
}

interface Change {
  id: number
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

function inNotes(page: NotePage, id: number, entry: TimelineEntry | null): NotePage {
  const note = entry?.source === 'note' ? entry.note : null
  const isThere = page.data.some(each => each.id === id)
  const others = page.data.filter(each => each.id !== id)
  if (!note) return isThere ? { ...page, data: others, total: page.total - 1 } : page
  if (isThere) return { ...page, data: page.data.map(each => (each.id === id ? note : each)) }
  const place = others.findIndex(each => each.date <= note.date)
  return { ...page, data: others.toSpliced(place < 0 ? others.length : place, 0, note), total: page.total + 1 }
}
