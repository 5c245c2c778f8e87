import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import type { WriteContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid } from '../../../platform/server/errors.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import { requireExpected } from '../../bulk/server/commands.ts'
import { chosenIds, type LeadSelection } from '../../leads/contract/filters.ts'
import type { LeadCount } from '../../leads/contract/leads.ts'
import { listSize } from '../../leads/server/queries/selection.ts'
import { type exportCalls, FILE_HOURS, type LeadExport } from '../contract.ts'
import { usualColumns } from '../rules/columns.ts'
import { stillSees } from '../rules/sight.ts'
import { makeExport, notifyOwner } from './jobs/makeExport.ts'
import {
  endExport,
  insertExport,
  lockExporter,
  pageOfExports,
  requireExport,
  type StoredExport,
  unfinishedExports,
} from './queries/exports.ts'
import { holdsLeadsOfOthers } from './queries/rows.ts'
import { checkLink, fileOf, makeLink } from './remote.ts'

/** Exports of one user that may be under way at once. */
const MAX_AT_ONCE = 3
const HOUR_MS = 3_600_000

export const exportHandlers: Handlers<typeof exportCalls> = {
  async create(ctx, { format = 'csv', columns = usualColumns, expected, ...asked }) {
    if (new Set(columns).size < columns.length) throw invalid({ columns: ['Each column can be used only once.'] })
    await lockExporter(ctx)
    if ((await unfinishedExports(ctx)) >= MAX_AT_ONCE)
      throw conflict(`${MAX_AT_ONCE} exports are already running. Wait for one to finish, or cancel it.`)
    const selection = asked.all || chosenIds(asked).length > 0 ? asked : { ...asked, all: true }
    const { count, is_estimate } = await sizeOf(ctx, selection)
    if (selection.all && expected !== undefined) requireExpected({ expected, count }, 'leads')
    if (count === 0) throw conflict('There are no leads to export.')
    const id = await insertExport(ctx, {
      user_id: ctx.viewer.user_id,
      made_by: ctx.author?.user_id ?? ctx.viewer.user_id,
      format,
      columns: [...columns],
      selection,
      row_count: count,
      row_count_is_estimate: is_estimate,
    })
    await ctx.enqueue(makeExport, { export_id: id })
    ctx.audit({ subject: 'export', subject_id: id, after: { format, columns, selection, count, is_estimate } })
    notifyOwner(ctx, { id, user_id: ctx.viewer.user_id })
    return answerOf(ctx, await requireExport(ctx, id))
  },

  async list(ctx, input) {
    const page = await pageOfExports(ctx, input)
    return { ...page, data: page.data.map(stored => answerOf(ctx, stored)) }
  },

  get: async (ctx, { id }) => answerOf(ctx, await requireExport(ctx, id)),

  async cancel(ctx, { id }) {
    const stored = await requireExport(ctx, id)
    if (!(await endExport(ctx, id, { status: 'cancelled', problem: null })))
      throw conflict('This export has already finished.')
    ctx.audit({ subject: 'export', subject_id: id, after: { status: 'cancelled', rows_done: stored.rows_done } })
    notifyOwner(ctx, stored)
    return answerOf(ctx, await requireExport(ctx, id))
  },

  async file(ctx, { id, token }, { sendFile }) {
    const stored = await requireExport(ctx, id)
    checkLink(ctx.config, token, { id, user_id: ctx.viewer.user_id, now: ctx.now })
    if (!stillSees(ctx.viewer, stored.sight) || (await holdsLeadsOfOthers(ctx, id)))
      throw forbidden(
        'You no longer have access to all the leads in this file. Export again to get the ones you can see.',
      )
    const file = await fileOf(ctx.config, { ...stored, file_name: nameOf(stored) })
    await ctx.transaction(async tx =>
      tx.audit({ subject: 'export', subject_id: id, after: { downloaded: stored.rows_done } }),
    )
    sendFile(file)
    return {}
  },
}

/** How many leads are chosen; refuses a list that the caller may not open before anything is begun. */
async function sizeOf(ctx: WriteContext, selection: LeadSelection): Promise<LeadCount> {
  return selection.all ? listSize(ctx, selection) : { count: chosenIds(selection).length, is_estimate: false }
}

const nameOf = ({ created_at, format, zone }: StoredExport): string =>
  `Leads ${lightFormat(new TZDate(new Date(created_at).getTime(), zone), 'yyyy-MM-dd HH.mm')}.${format}`

function answerOf({ config, now }: { config: Config; now: Date }, stored: StoredExport): LeadExport {
  const { id, user_id, finished_at, stored_as } = stored
  const until = finished_at && stored_as ? new Date(new Date(finished_at).getTime() + FILE_HOURS * HOUR_MS) : null
  return {
    ...stored,
    file_name: nameOf(stored),
    file_until: until && instantText(until),
    link: stored.status === 'done' && stored_as ? makeLink(config, { id, user_id, now }) : null,
  }
}
