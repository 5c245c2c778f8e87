import { subHours, subMinutes } from 'date-fns'
import { z } from 'zod'
import type { Change } from '../../../../platform/server/context.ts'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { recordFailed } from '../../../outbound/server/commands/outcomes.ts'
import { causeOf } from '../commands/place.ts'
import { publishCall } from '../commands/publish.ts'
import { settleCall } from '../commands/report.ts'
import { lockSilent, lockUnheard, type StoredCall, writeCall } from '../queries/calls.ts'

/** A call that was prepared and never reached the provider is none after so long. */
const PREPARED_MINUTES = 5
/** Longest that the provider rings, and longest that people talk: a hook was lost when nothing was heard for longer. */
const RINGING_MINUTES = 10
const TALKING_HOURS = 5
/** A browser that is in a call says so twice a minute: one that said nothing for longer is gone. */
const UNHEARD_MINUTES = 2

/** Ends calls of which neither the provider nor the browser said how they ended: as unknown, not as anything that may be wrong. */
export const endSilentCalls = defineJob({
  name: 'end-silent-calls',
  title: 'End calls of which nothing is heard',
  data: z.object({}),
  cron: '*/5 * * * *',
  run: ctx =>
    ctx.transaction(async change => {
      const { now } = change
      for (const call of await lockSilent(change, { states: ['prepared'], before: subMinutes(now, PREPARED_MINUTES) }))
        await end(change, call, 'The call was never connected.')
      const silent = [
        ...(await lockSilent(change, { states: ['ringing'], before: subMinutes(now, RINGING_MINUTES) })),
        ...(await lockSilent(change, { states: ['connected'], before: subHours(now, TALKING_HOURS) })),
        ...(await lockUnheard(change, subMinutes(now, UNHEARD_MINUTES))),
      ]
      for (const call of silent) await end(change, call, null)
    }),
})

async function end(ctx: Change, call: StoredCall, refusal: string | null): Promise<void> {
  if (refusal !== null) await recordFailed(ctx, { cause: causeOf(call) }, { problem: refusal })
  const ended_at = ctx.now.toISOString()
  const set = refusal === null ? ({ state: 'unknown' } as const) : ({ state: 'refused', reason: refusal } as const)
  publishCall(ctx, await settleCall(ctx, await writeCall(ctx, call.id, { ...set, ended_at })))
}
