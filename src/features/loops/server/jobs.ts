import { subDays } from 'date-fns'
import { z } from 'zod'
import { DotloopError } from '../../../integrations/dotloop/errors.ts'
import type { JobContext } from '../../../platform/server/context.ts'
import { Refusal } from '../../../platform/server/errors.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { region } from '../../../product/region/region.ts'
import { lastNight } from '../rules/changes.ts'
import { MARK, markLoopChanges } from './commands/changes.ts'
import { COMPARE, SUBSCRIBE } from './commands/follow.ts'
import { usersToCompare } from './queries/accounts.ts'
import { purgeEvents } from './queries/events.ts'
import { unsubscribedUsers } from './queries/subscriptions.ts'
import type { Reaching } from './remote/access.ts'
import { compareAccount } from './remote/compare.ts'
import { subscribe, UNKNOWN_MS } from './remote/subscribe.ts'

/** As long as the service itself knows of an event. */
const EVENT_DAYS = 90

const asUser = ({ db, now, config, log, transaction }: JobContext, user_id: number): Reaching => ({
  ...{ db, now, config, log },
  viewer: { user_id },
  transaction: work => transaction(work),
})

/** Has Dotloop tell of changes in an account. What fails is asked for again by the clock, and looked for first. */
export const subscribeToDotloop = defineJob({
  name: SUBSCRIBE.name,
  title: 'Have Dotloop send changes',
  data: z.object({ user_id: Id }),
  keyed: true,
  retryLimit: 0,
  async run(ctx, { user_id }) {
    try {
      await subscribe(asUser(ctx, user_id))
    } catch (error) {
      if (!(error instanceof DotloopError || error instanceof Refusal)) throw error
      ctx.log.warn({ message: error.message }, 'Dotloop could not be asked to send changes')
    }
  },
})

/** Finds what changed in the loops of an account and was not told. */
export const compareLoops = defineJob({
  name: COMPARE.name,
  title: 'Compare loops with their deals',
  data: z.object({ user_id: Id }),
  keyed: true,
  retryLimit: 0,
  run: (ctx, { user_id }) => compareAccount(asUser(ctx, user_id)),
})

/** Marks deals whose loops changed. */
export const markChanges = defineJob({
  name: MARK.name,
  title: 'Mark deals whose loops changed',
  data: z.object({}),
  keyed: true,
  run: ctx => ctx.transaction(markLoopChanges),
})

/** Finds accounts that have no subscription, and compares each once a night; later where nobody was there at night. */
export const followDotloop = defineJob({
  name: 'follow-dotloop',
  title: 'Look after Dotloop accounts',
  data: z.object({}),
  cron: '*/10 * * * *',
  keyed: true,
  retryLimit: 0,
  async run(ctx) {
    if (ctx.config.dotloop === null) return
    const unsubscribed = await unsubscribedUsers(ctx, new Date(ctx.now.getTime() - UNKNOWN_MS))
    const compared = await usersToCompare(ctx, lastNight(ctx.now, region.zone))
    await ctx.transaction(async tx => {
      for (const user_id of unsubscribed) await tx.enqueue(SUBSCRIBE, { user_id }, { singletonKey: String(user_id) })
      for (const user_id of compared) await tx.enqueue(COMPARE, { user_id }, { singletonKey: String(user_id) })
      await purgeEvents(tx, subDays(tx.now, EVENT_DAYS))
    })
  },
})
