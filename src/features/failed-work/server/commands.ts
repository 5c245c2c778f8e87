import type { NamesOf } from '../../../platform/server/auditTexts.ts'
import type { Change, QueryContext, ReadContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict, notFound } from '../../../platform/server/errors.ts'
import type { ServerFeature } from '../../../platform/server/feature.ts'
import {
  countFailedJobs,
  type FailedPlace,
  type FailedRow,
  forgetFailedJobs,
  lockFailedJobs,
  retryFailedJobs,
} from '../../../platform/server/jobs/failed.ts'
import type { Job, JobSubject } from '../../../platform/server/jobs/jobs.ts'
import { whyOfOutput } from '../../../platform/server/jobs/why.ts'
import { jobsOf } from '../../../platform/server/process.ts'
import type { FailedKind, FailedWork } from '../contract.ts'

/** Failed work of one kind that is looked at together, where each has to be asked about. */
const BATCH = 200

let jobs: ReadonlyMap<string, Job> = new Map()
let names: ReadonlyMap<string, NamesOf> = new Map()

/** Learns all jobs of the product, and how the records that they are about are called. */
export function gatherWork(features: readonly ServerFeature[]): void {
  jobs = new Map(jobsOf(features).map(job => [job.name, job]))
  names = new Map(features.flatMap(({ audit }) => Object.entries(audit?.names ?? {})))
}

/** The names of all jobs, and of those that run by the clock. What a later version renamed is no work any more. */
export const work = (): { names: string[]; clocked: string[] } => ({
  names: [...jobs.keys()],
  clocked: [...jobs.values()].filter(({ cron }) => cron !== null).map(({ name }) => name),
})

/** Tells those who look after failed work that there is more or less of it. */
export const publishFailedWork = (ctx: Change): void => ctx.changed('failed-work', [], ['right:manage_maintenance'])

/** The kinds of which some failed, by their titles. */
export async function failedKinds({ db }: QueryContext): Promise<FailedKind[]> {
  const counts = await countFailedJobs(db)
  return [...jobs.values()]
    .flatMap(({ name, title, isRepeatable }) => {
      const count = counts.get(name) ?? 0
      return count === 0 ? [] : [{ kind: name, title, count, is_repeatable: isRepeatable }]
    })
    .toSorted((a, b) => a.title.localeCompare(b.title))
}

/** What was stored may be of an older version, or about something that is gone: then nothing is known of it. */
async function asked<Answer>(answer: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
  try {
    return await answer()
  } catch {
    return otherwise
  }
}

async function nextOf(ctx: QueryContext, job: Job, row: FailedRow): Promise<FailedWork['next']> {
  if (!job.isRepeatable) return 'over'
  const isUncertain = job.isUncertain ? await asked(async () => job.isUncertain?.(ctx, row.data), true) : false
  return isUncertain ? 'uncertain' : 'retry'
}

/** Failed jobs as people read of them. */
export async function describedWork(
  ctx: ReadContext,
  rows: readonly FailedRow[],
  counts: ReadonlyMap<string, number>,
): Promise<FailedWork[]> {
  const described: (Omit<FailedWork, 'about'> & { subject: JobSubject | null })[] = []
  for (const row of rows) {
    const job = jobs.get(row.name)
    if (!job) continue
    described.push({
      id: row.id,
      kind: job.name,
      title: job.title,
      tries: row.tries,
      failed_at: row.failed_at,
      why: whyOfOutput(row.output),
      times: job.cron === null ? 1 : (counts.get(job.name) ?? 1),
      runs_by_clock: job.cron !== null,
      next: await nextOf(ctx, job, row),
      subject: await asked(() => job.about(ctx, row.data), null),
    })
  }
  const named = await namesOf(
    ctx,
    described.flatMap(({ subject }) => subject ?? []),
  )
  return described.map(({ subject, ...one }) => {
    const name = subject && named.get(`${subject.kind} ${subject.id}`)
    return { ...one, about: subject && name ? { ...subject, name } : null }
  })
}

async function namesOf(ctx: ReadContext, subjects: readonly JobSubject[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const [kind, some] of Map.groupBy(subjects, subject => subject.kind)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    for (const [id, name] of (await names.get(kind)?.(ctx, ids)) ?? []) found.set(`${kind} ${id}`, name)
  }
  return found
}

/** One of them, or all of a kind. */
type Which = { id: string } | { kind: string }

/** What a request names; the contract lets only one of both through. */
export const whichOf = ({ id, kind = '' }: { id?: string | undefined; kind?: string | undefined }): Which =>
  id === undefined ? { kind } : { id }

const jobNamed = (kind: string): Job => {
  const job = jobs.get(kind)
  if (!job) throw notFound('kind of work')
  return job
}

/** Runs failed work again that may be run again; of one that may not, says why. */
export async function retryWork(ctx: WriteContext, which: Which): Promise<{ count: number; left: number }> {
  const done = 'id' in which ? await retryOne(ctx, which.id) : await retryKind(ctx, jobNamed(which.kind))
  if (done.title && done.count > 0) settled(ctx, { work: done.title, count: done.count })
  return { count: done.count, left: done.left }
}

interface Retried {
  title: string | null
  count: number
  left: number
}

async function retryOne(ctx: WriteContext, id: string): Promise<Retried> {
  const [row] = await lockFailedJobs(ctx.db, { id })
  const job = row && jobs.get(row.name)
  // It was pressed before, here or by somebody else.
  if (!row || !job) return { title: null, count: 0, left: 0 }
  const next = await nextOf(ctx, job, row)
  if (next === 'over') throw conflict('This is over: to run it now would make no sense any more. Dismiss it.')
  if (next === 'uncertain')
    throw conflict('Nobody knows whether the provider did this already. Look at what it was about, and decide there.')
  return { title: job.title, count: await retryFailedJobs(ctx.db, job.name, [id]), left: 0 }
}

async function retryKind(ctx: WriteContext, job: Job): Promise<Retried> {
  if (!job.isRepeatable) throw conflict('This is over: to run it now would make no sense any more. Dismiss it.')
  let [count, left] = [0, 0]
  for (let after: FailedPlace | null = null, isMore = true; isMore; ) {
    const rows: FailedRow[] = await lockFailedJobs(ctx.db, { name: job.name, after, limit: BATCH })
    const again: string[] = []
    for (const row of rows) if ((await nextOf(ctx, job, row)) === 'retry') again.push(row.id)
    count += await retryFailedJobs(ctx.db, job.name, again)
    left += rows.length - again.length
    const last = rows.at(-1)
    after = last ? { at: last.failed_at, id: last.id } : null
    isMore = rows.length === BATCH
  }
  return { title: job.title, count, left }
}

/** Takes failed work off the list. */
export async function dismissWork(ctx: WriteContext, which: Which): Promise<{ count: number }> {
  const [row] = 'id' in which ? await lockFailedJobs(ctx.db, which) : []
  const job = 'kind' in which ? jobNamed(which.kind) : row && jobs.get(row.name)
  if (!job) return { count: 0 }
  // Of work by the clock one line stands for all of its failures.
  const ids = row && job.cron === null ? [row.id] : null
  const count = await forgetFailedJobs(ctx.db, job.name, ids)
  if (count > 0) settled(ctx, { work: job.title, count })
  return { count }
}

function settled(ctx: WriteContext, after: { work: string; count: number }): void {
  ctx.audit({ subject: 'work', subject_id: null, after })
  publishFailedWork(ctx)
}
