import { z } from 'zod'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { type Cursors, defineCursors, windowOf } from '../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { milestonesBefore } from '../../milestones/server/queries.ts'
import { notesOf } from '../../notes/server/queries.ts'
import { tasksDone } from '../../tasks/server/queries/tasks.ts'
import type { TimelineEntry, timelineCalls } from '../contract.ts'
import { comparePlaces, continueSource, type TimelinePlace, type TimelineSource, timelineSources } from '../rules.ts'

const DEFAULT_ENTRIES = 50

interface Asked {
  leadId: number
  types: readonly number[]
  search: string
  limit: number
  before: { at: string; id: number } | null
}

interface Placed {
  place: TimelinePlace
  entry: TimelineEntry
}

/** How each source is read: its entries before a place, newest first. */
const readers: Record<TimelineSource, (ctx: ReadContext, asked: Asked) => Promise<Placed[]>> = {
  async milestone(ctx, { leadId, ...asked }) {
    const found = await milestonesBefore(ctx, leadId, asked)
    return found.map(milestone => ({
      place: { at: milestone.happened_at, source: 'milestone', id: milestone.id },
      entry: { source: 'milestone', milestone },
    }))
  },
  async note(ctx, { leadId, ...asked }) {
    const found = await notesOf(ctx, leadId, asked)
    return found.map(note => ({
      place: { at: note.date, source: 'note', id: note.id },
      entry: { source: 'note', note },
    }))
  },
  async task(ctx, { leadId, ...asked }) {
    const found = await tasksDone(ctx, leadId, asked)
    return found.map(task => ({
      place: { at: task.completed_at, source: 'task', id: task.id },
      entry: { source: 'task', task },
    }))
  },
}

export const timelineHandlers: Handlers<typeof timelineCalls> = {
  async list(ctx, { leadId, filter = [], search = '', page = 1, perPage = DEFAULT_ENTRIES, cursor }) {
    const lead = await requireLead(ctx, leadId)
    const after = cursor ? cursors.read(cursor) : null
    const { offset, limit } = windowOf({ page, perPage, cursor })
    const isAll = filter.length === 0 || filter.includes('all')
    const types = isAll ? [] : filter.filter(each => typeof each === 'number')
    const isWanted = (source: TimelineSource) =>
      isAll || (source === 'milestone' ? types.length > 0 : filter.includes(source))
    const read = await Promise.all(
      timelineSources.filter(isWanted).map(source => {
        const before = after ? continueSource(source, after) : null
        return readers[source](ctx, { leadId: lead.id, types, search, limit: offset + limit, before })
      }),
    )
    const merged = read
      .flat()
      .sort((a, b) => comparePlaces(a.place, b.place))
      .slice(offset)
    const shown = merged.slice(0, perPage)
    const last = shown.at(-1)
    return {
      data: shown.map(({ entry }) => entry),
      next_cursor: merged.length > perPage && last ? cursors.write(last.place) : null,
    }
  },
}

const cursors: Cursors<TimelinePlace> = defineCursors(
  z.object({ at: z.iso.datetime(), source: z.enum(timelineSources), id: z.int() }),
)
