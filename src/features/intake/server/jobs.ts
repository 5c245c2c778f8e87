import { subDays, subSeconds } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { ANONYMOUS_DAYS, DELIVERY_DAYS, RAW_MAIL_DAYS, UNUSED_MAIL_DAYS } from '../rules/retention.ts'
import { dealWith, MAX_TRIES } from './commands/deal.ts'
import { fetchLeads } from './commands/facebook.ts'
import { tryToRead } from './commands/mails.ts'
import { eventSources, waitingEvents } from './queries/events.ts'
import { waitingMails } from './queries/mails.ts'
import { purgeBefore } from './queries/retention.ts'

/** What is younger is in the hands of the request that brought it. */
const SECONDS_IN_HAND = 20
/** What one run deals with. */
const AT_ONCE = 500

/** Deals with what was stored and not dealt with: the process died, or something failed. */
export const catchUpIntake = defineJob({
  name: 'catch-up-intake',
  title: 'Take in leads that wait',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    const work = {
      log: ctx.log,
      transaction: <Result>(_name: string, run: Parameters<typeof ctx.transaction<Result>>[0]) => ctx.transaction(run),
    }
    const until = subSeconds(ctx.now, SECONDS_IN_HAND)
    const ids = await waitingEvents(ctx, until, { tries: MAX_TRIES, limit: AT_ONCE })
    for (const [source, events] of await eventSources(ctx, ids)) await dealWith(work, source, events)
    for (const id of await waitingMails(ctx, until, AT_ONCE)) await tryToRead(work, id)
  },
})

/** Reads leads from Facebook that it told of: right after it did, and each minute what could not be read before. */
export const fetchFacebookLeads = defineJob({
  name: 'fetch-facebook-leads',
  title: 'Fetch leads from Facebook',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  run: fetchLeads,
})

/** Deletes each night what is no longer kept, see the constants. */
export const purgeIntake = defineJob({
  name: 'purge-intake',
  title: 'Delete what leads were sent in as, long ago',
  data: z.object({}),
  cron: '40 7 * * *',
  run: ctx =>
    ctx.transaction(change =>
      purgeBefore(change, {
        deliveries: subDays(change.now, DELIVERY_DAYS),
        anonymous: subDays(change.now, ANONYMOUS_DAYS),
        rawMails: subDays(change.now, RAW_MAIL_DAYS),
        unusedMails: subDays(change.now, UNUSED_MAIL_DAYS),
      }),
    ),
})
