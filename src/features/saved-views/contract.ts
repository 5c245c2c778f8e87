import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { LeadFilters, LeadList, LeadSort } from '../leads/contract/filters.ts'
import { LeadCount } from '../leads/contract/leads.ts'
import { Named } from '../leads/contract/record.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    views: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    view: true
  }
}

/** The people who see a view: whoever made it, a team too, or everybody. */
export const ViewSharing = z.enum(['private', 'team', 'all'])
export type ViewSharing = z.output<typeof ViewSharing>

export const NAME_LENGTH = 80
/** Views that one person may keep. */
export const MAX_VIEWS = 100
/** Minutes in which a deleted view can be brought back. */
export const RESTORE_MINUTES = 10

/** A saved question to the leads, as the viewer may ask it. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The list that answers; where the viewer may not open the one it was made on, their own instead. */
  list: LeadList,
  /** Without what no longer exists. */
  filters: LeadFilters,
  sort: LeadSort,
  columns: z.array(z.string()).nullable(),
  sharing: ViewSharing,
  team: Named.nullable(),
  owner: Named,
  is_own: z.boolean(),
  /** Whether the caller may change, share and delete it. */
  may_change: z.boolean(),
  /** Parts that were left out because they no longer exist, or are not the viewer's to know. */
  left_out: z.array(z.object({ filter: z.string(), count: z.int() })),
  /** How many leads it finds, counted under the viewer's rights; `null` in answers to changes. */
  count: LeadCount.nullable(),
  version: z.int(),
})
export type SavedView = z.output<typeof SavedView>

const fields = {
  name: line(NAME_LENGTH).min(1),
  list: LeadList,
  filters: LeadFilters.optional(),
  sort: LeadSort.optional(),
  columns: z.array(line(60)).max(60).nullable().optional(),
  sharing: ViewSharing.optional(),
  /** The team, when it is shared with one; the caller's own when they lead only one. */
  team_id: Id.nullable().optional(),
}

const right = 'view_leads'

export const viewCalls = {
  list: read('views', {
    right,
    input: PageInput,
    output: page(SavedView),
    summary: 'The views of the caller, with live counts.',
  }),
  create: write('views', { right, input: z.object(fields), output: SavedView, creates: true }),
  sharing: read('views/sharing', {
    right,
    output: z.object({ teams: z.array(Named), all: z.boolean() }),
    summary: 'With whom the caller may share views.',
  }),
  order: write('views/order', {
    right,
    input: z.object({ ids: z.array(Id).max(1000) }),
    output: Nothing,
    summary: 'The order in which the caller has their views.',
  }),
  update: write('views/:id', {
    right,
    input: z.object({ ...fields, name: fields.name.optional(), list: LeadList.optional() }),
    output: SavedView,
    summary: 'Renames, shares or changes a view. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('views/:id', { right, method: 'DELETE', output: Nothing }),
  restore: write('views/:id/restore', {
    right,
    output: SavedView,
    summary: `Brings a view back, within ${RESTORE_MINUTES} minutes.`,
  }),
}
