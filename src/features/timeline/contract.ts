import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { line } from '../../platform/wire/fields.ts'
import { PageInput } from '../../platform/wire/page.ts'
import { Milestone } from '../milestones/contract.ts'
import { Note } from '../notes/contract.ts'
import { TaskOfLead } from '../tasks/contract.ts'

/** One thing that happened with a lead, from whichever feature recorded it. */
export const TimelineEntry = z.discriminatedUnion('source', [
  z.object({ source: z.literal('milestone'), milestone: Milestone }),
  z.object({ source: z.literal('note'), note: Note }),
  /** A task that was done. */
  z.object({ source: z.literal('task'), task: TaskOfLead }),
])
export type TimelineEntry = z.output<typeof TimelineEntry>

/** What a timeline shows: everything, single types of milestone, notes, tasks that were done. */
export const TimelineFilter = z.union([z.literal(['all', 'note', 'task']), z.int32()], {
  error: 'must be all, note, task or the number of a milestone type',
})

/** How far the numbers of pages reach. */
const MAX_PAGE = 100

export const timelineCalls = {
  list: read('lead/:leadId/timeline', {
    right: 'view_leads',
    input: z.object({
      filter: z.array(TimelineFilter).max(40).optional(),
      search: line(200).optional(),
      ...PageInput.shape,
      /** Entries of several features are put in order for every page: far back, only a cursor goes. */
      page: z.int().min(1).max(MAX_PAGE).optional(),
    }),
    output: z.object({ data: z.array(TimelineEntry), next_cursor: z.string().nullable() }),
    summary: 'Everything that happened with a lead in one stream, newest first.',
  }),
}
