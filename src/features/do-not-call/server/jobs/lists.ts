import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TZDate } from '@date-fns/tz'
import { format, subMinutes } from 'date-fns'
import { z } from 'zod'
import type { Change, JobContext, QueryContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { region } from '../../../../product/region/region.ts'
import { MAX_UNREADABLE_SHARE, MIN_SHARE } from '../../rules.ts'
import { publishLists } from '../commands.ts'
import {
  contentOf,
  endList,
  insertList,
  listInForce,
  lockList,
  type NewList,
  putInForce,
  type StoredList,
  wasFound,
} from '../queries.ts'
import { removeList } from '../remote.ts'
import { readList } from './readList.ts'

const Data = z.object({ list_id: Id })

/** Reads a list and puts it in force once it is whole; goes on where a run before it stopped. */
export const readDoNotCallList: Job<z.output<typeof Data>> = defineJob({
  name: 'read-do-not-call-list',
  title: 'Read a do-not-call list',
  data: Data,
  retryLimit: 20,
  expireInSeconds: 3600,
  async run(ctx, { list_id }) {
    const list = await ctx.transaction(change => lockList(change, list_id))
    if (!list) return
    const isWanted = list.state === 'queued' || list.state === 'reading'
    const end = isWanted ? await readList(ctx, list) : 'stopped'
    if (isWanted && end === 'stopped' && ctx.signal.aborted)
      throw new Error('The process stopped while a list was read; the next run goes on.')
    if (end !== 'stopped') await ctx.transaction(change => finish(change, list_id, end === 'missing'))
    if (list.stored_as !== null) await removeList(ctx.config, list.stored_as)
  },
})

async function finish(change: Change, id: number, isMissing: boolean): Promise<void> {
  const list = await lockList(change, id)
  if (!list || (list.state !== 'queued' && list.state !== 'reading')) return
  const content = await contentOf(change, id)
  const problem = isMissing ? 'The file is not there any more.' : await problemOf(change, list, content.numbers)
  if (problem === null) await putInForce(change, id, content)
  else await endList(change, id, { state: 'failed', problem })
  change.audit({ subject: 'do-not-call list', subject_id: id, after: { numbers: content.numbers, problem } })
  publishLists(change, id)
}

/** Lines without a number that any list may have. */
const FEW_LINES = 10
const figures = new Intl.NumberFormat('en-CA')

/** Why a list that was read to its end is not put in force. */
async function problemOf(ctx: QueryContext, list: StoredList, numbers: number): Promise<string | null> {
  const { read_lines, unreadable_lines, obtained_on, allow_smaller } = list
  if (numbers === 0) return 'There are no phone numbers in this file.'
  if (unreadable_lines > Math.max(FEW_LINES, read_lines * MAX_UNREADABLE_SHARE))
    return `${figures.format(unreadable_lines)} of ${figures.format(read_lines)} lines are not phone numbers of ten digits. This is probably another file.`
  const before = await listInForce(ctx)
  if (before && before.obtained_on > obtained_on)
    return `The list in force was obtained later, on ${before.obtained_on}.`
  if (before && !allow_smaller && numbers < before.numbers * MIN_SHARE)
    return `This file has ${figures.format(numbers)} numbers, the list in force ${figures.format(before.numbers)}. If that is right, import it again and say so.`
  return null
}

/** Looks through the folder for lists. */
export const findDoNotCallLists: Job<Record<string, unknown>> = defineJob({
  name: 'find-do-not-call-lists',
  title: 'Look for new do-not-call lists',
  data: z.object({}),
  cron: '*/15 * * * *',
  keyed: true,
  run: async ctx => void (await beginFound(ctx)),
})

/** A file that was changed so lately may still be written. */
const QUIET_MINUTES = 1

/** Begins with the newest list of the folder that was not imported before; answers its id, `null` when there is nothing new. */
export async function beginFound(
  ctx: Pick<JobContext, 'transaction'> & QueryContext,
  quietMinutes: number = QUIET_MINUTES,
): Promise<number | null> {
  const found = await newestFile(ctx, subMinutes(ctx.now, quietMinutes))
  return found && !(await wasFound(ctx, found.found_as ?? ''))
    ? ctx.transaction(change => beginList(change, found))
    : null
}

async function newestFile({ config }: QueryContext, before: Date): Promise<NewList | null> {
  if (config.doNotCallFolder === null) return null
  const folder = config.doNotCallFolder
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async name => ({ name, is: await stat(join(folder, name)).catch(() => null) })),
  )
  const [newest] = files
    .flatMap(({ name, is }) => (is?.isFile() && is.size > 0 && is.mtime <= before ? [{ name, is }] : []))
    .sort((one, other) => other.is.mtimeMs - one.is.mtimeMs)
  if (!newest) return null
  const { name, is } = newest
  return {
    file_name: name,
    file_size: is.size,
    stored_as: null,
    found_as: `${name}:${is.size}:${Math.floor(is.mtimeMs)}`,
    obtained_on: format(new TZDate(is.mtime, region.zone), 'yyyy-MM-dd'),
    allow_smaller: false,
    user_id: null,
  }
}

/** Writes a list down and has it read; `null` when another one is being read. */
export async function beginList(ctx: Change, list: NewList): Promise<number | null> {
  const id = await insertList(ctx, list)
  if (id === null) return null
  await ctx.enqueue(readDoNotCallList, { list_id: id })
  ctx.audit({
    subject: 'do-not-call list',
    subject_id: id,
    after: { file_name: list.file_name, obtained_on: list.obtained_on },
  })
  publishLists(ctx, id)
  return id
}
