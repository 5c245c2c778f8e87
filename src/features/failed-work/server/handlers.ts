import { z } from 'zod'
import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { defineCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import { countFailedJobs, failedJobs } from '../../../platform/server/jobs/failed.ts'
import type { failedWorkCalls } from '../contract.ts'
import { describedWork, dismissWork, failedKinds, retryWork, whichOf, work } from './commands.ts'

const cursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.uuid() }))

export const failedWorkHandlers: Handlers<typeof failedWorkCalls> = {
  async list(ctx, { kind, ...asked }) {
    const { offset, limit } = windowOf(asked)
    const known = work()
    const names = known.names.filter(name => kind === undefined || name === kind)
    const before = asked.cursor ? cursors.read(asked.cursor) : null
    const rows = await failedJobs(ctx.db, { names, clocked: known.clocked, limit, offset, before })
    const counts = await countFailedJobs(ctx.db)
    const total = names.reduce((sum, name) => sum + listed(counts.get(name) ?? 0, known.clocked.includes(name)), 0)
    return pageOf(await describedWork(ctx, rows, counts), {
      asked: { ...asked, kind },
      total,
      isEstimate: false,
      cursorAfter: ({ failed_at, id }) => cursors.write({ at: failed_at, id }),
    })
  },

  kinds: ctx => failedKinds(ctx),
  retry: (ctx, which) => retryWork(ctx, whichOf(which)),
  dismiss: (ctx, which) => dismissWork(ctx, whichOf(which)),
}

/** Of work by the clock the list has one line. */
const listed = (count: number, runsByClock: boolean): number => (runsByClock ? Math.min(1, count) : count)
