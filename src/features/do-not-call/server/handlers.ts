import { randomUUID } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts'
import { region } from '../../../product/region/region.ts'
import { phoneAsE164 } from '../../leads/server/commands/contact.ts'
import type { doNotCallCalls, ImportedList } from '../contract.ts'
import { placeOf } from '../rules.ts'
import { isListed, publishLists, shownList } from './commands.ts'
import { beginFound, beginList } from './jobs/lists.ts'
import { countLists, endList, importedList, importedLists, lockList } from './queries.ts'
import { removeList, storeList } from './remote.ts'

export const doNotCallHandlers: Handlers<typeof doNotCallCalls> = {
  inForce: async ctx => ({ list: await shownList(ctx) }),

  async lists(ctx, asked) {
    const { offset, limit } = windowOf(asked)
    const before = asked.cursor ? instantCursors.read(asked.cursor) : null
    const [rows, total] = await Promise.all([importedLists(ctx, { limit, offset, before }), countLists(ctx)])
    const found = pageOf(rows, {
      asked,
      total,
      cursorAfter: ({ created_at, id }) => instantCursors.write({ at: created_at, id }),
    })
    return { ...found, has_folder: ctx.config.doNotCallFolder !== null }
  },

  async check(ctx, { number: typed }) {
    const number = phoneAsE164(typed)
    return { number, is_listed: await isListed(ctx, number === null ? null : placeOf(number)) }
  },

  async upload(ctx, { obtained_on, allow_smaller = false }, { files }) {
    const [file] = files
    if (!file || files.length > 1) throw invalid({ file: ['file is required, and only one at a time.'] })
    const today = format(new TZDate(ctx.now, region.zone), 'yyyy-MM-dd')
    if (obtained_on !== undefined && obtained_on > today)
      throw invalid({ obtained_on: ['obtained_on must not be in the future.'] })
    const stored_as = randomUUID()
    await storeList(ctx.config, stored_as, file.path)
    try {
      return await ctx.transaction(async change => {
        const id = await beginList(change, {
          file_name: nameOf(file.filename),
          file_size: file.size,
          stored_as,
          found_as: null,
          obtained_on: obtained_on ?? today,
          allow_smaller,
          user_id: ctx.actor.user_id,
        })
        if (id === null) throw conflict('Another list is being imported. Wait until it is done, or cancel it.')
        return requireList(change, id)
      })
    } catch (error) {
      await removeList(ctx.config, stored_as)
      throw error
    }
  },

  async look(ctx) {
    if (ctx.config.doNotCallFolder === null) throw conflict('No folder is set up. KEYTURN_DO_NOT_CALL_FOLDER names it.')
    const id = await beginFound(ctx)
    return { list: id === null ? null : await importedList(ctx, id) }
  },

  async cancel(ctx, { id }) {
    const list = await lockList(ctx, id)
    if (!list) throw notFound('do-not-call list')
    if (list.state !== 'queued' && list.state !== 'reading') throw conflict('This import has already finished.')
    await endList(ctx, id, { state: 'cancelled', problem: null })
    ctx.audit({
      subject: 'do-not-call list',
      subject_id: id,
      before: { state: list.state },
      after: { state: 'cancelled' },
    })
    publishLists(ctx, id)
    return requireList(ctx, id)
  },
}

async function requireList(ctx: QueryContext, id: number): Promise<ImportedList> {
  const list = await importedList(ctx, id)
  if (!list) throw notFound('do-not-call list')
  return list
}

/** The name as it is shown; only the name, never a path. */
const nameOf = (filename: string): string => (filename.split(/[\\/]/).at(-1) || 'list').slice(0, 200)
