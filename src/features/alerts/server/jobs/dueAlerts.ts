import { z } from 'zod'
import type { Change } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { nextDueAt } from '../../rules/frequency.ts'
import { beginDueSends, lockRhythms, matchListings, setDue } from '../queries/matching.ts'
import { sendAlert } from './sendAlert.ts'

/** E-mails begun in one transaction. */
const BATCH = 200

/** Begins the e-mails of alerts whose moment has come. */
export const sendDueAlerts: Job<Record<string, unknown>> = defineJob({
  name: 'send-due-alerts',
  title: 'Begin the alerts that are due',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    // During a pause alerts stay due: afterwards each has one e-mail with everything that came up, not one for each day.
    if (await isSendingPaused(ctx.db)) return
    for (let more = true; more && !ctx.signal.aborted; )
      more = await ctx.transaction(async change => (await beginSends(change)) === BATCH)
  },
})

/** Begins a batch; each e-mail is a job of its own, in the same transaction. */
async function beginSends(ctx: Change): Promise<number> {
  const sends = await beginDueSends(ctx, BATCH)
  for (const send_id of sends) await ctx.enqueue(sendAlert, { send_id })
  return sends.length
}

const ChangedListings = z.object({
  listings: z.array(z.object({ id: z.int(), price: z.int(), price_before: z.int().nullable() })),
})

/** Matches listings that appeared or changed their price against all alerts. */
export const matchAlerts: Job<z.output<typeof ChangedListings>> = defineJob({
  name: 'match-alerts',
  title: 'Match new listings with alerts',
  data: ChangedListings,
  async run(ctx, { listings }) {
    await ctx.transaction(async change => {
      const alerts = await matchListings(change, listings)
      if (alerts.length === 0) return
      const rhythms = await lockRhythms(change, alerts)
      const moments = rhythms.flatMap(({ alert_frequency, zone }) => {
        const due = nextDueAt(alert_frequency, zone, change.now)
        return due ? [{ alert_frequency, zone, due: due.toISOString() }] : []
      })
      await setDue(change, alerts, moments)
      await change.enqueue(sendDueAlerts, {})
    })
  },
})
