import { addSeconds, subDays } from 'date-fns'
import { z } from 'zod'
import { postWebhook, type WebhookResult } from '../../../integrations/webhooks/client.ts'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { currentPause } from '../../sending/server/queries.ts'
import { afterTry, DELIVERY_DAYS, type NextStep } from '../rules/webhooks.ts'
import { notifyOfWebhookOff } from './commands/notices.ts'
import { DELIVERY_JOB, enqueueDelivery, publishIntegrations, webhookSecrets } from './commands/webhooks.ts'
import {
  beginDelivering,
  type DueDelivery,
  dueWebhooks,
  endDelivering,
  isBusy,
  nextDelivery,
  purgeEvents,
  recordReceiver,
  recordTry,
} from './queries/outbox.ts'

/** What one run delivers at the most; the rest is for the next run, so that no run lasts. */
const AT_ONCE = 200
/** Seconds after which a run looks again for whom another process is at work. */
const BUSY_SECONDS = 3

/** Where to, with the secret opened. */
interface Receiver {
  id: number
  url: string
  secret: string
  failingSince: Date | null
}

/**
 * Posts what waits for one webhook, one event after the other, so that events about the same lead or deal arrive in their
 * order. A receiver that is down holds up its own events alone. Nothing leaves while sending is paused.
 */
export const deliverWebhooks = defineJob({
  name: DELIVERY_JOB.name,
  title: 'Post events to a webhook',
  data: z.object({ subscription_id: Id }),
  keyed: true,
  concurrency: 4,
  async run(ctx, { subscription_id: id }) {
    if (await currentPause(ctx.db)) return
    const row = await ctx.transaction(tx => beginDelivering(tx, id))
    if (!row) return lookAgain(ctx, id)
    const secret = webhookSecrets(ctx.config).open(row.secret)
    const failingSince = row.failing_since === null ? null : new Date(row.failing_since)
    if (secret === null) await ctx.transaction(tx => switchOff(tx, id, row.url))
    else await deliverAll(ctx, { id, url: row.url, secret, failingSince })
    await ctx.transaction(tx => endDelivering(tx, id))
  },
})

/** Another process is at it and may just have looked for the last time. */
async function lookAgain(ctx: JobContext, id: number): Promise<void> {
  if (!(await isBusy(ctx, id))) return
  const startAfter = addSeconds(ctx.now, BUSY_SECONDS)
  await ctx.transaction(tx =>
    tx.enqueue(DELIVERY_JOB, { subscription_id: id }, { startAfter, singletonKey: `${id} again` }),
  )
}

async function switchOff(tx: Change, id: number, url: string): Promise<void> {
  const offReason = 'Its secret cannot be read any more, as KEYTURN_SECRET was changed. Make a new webhook.'
  await recordReceiver(tx, id, { resumeAt: null, offReason })
  await notifyOfWebhookOff(tx, { id, url, reason: offReason })
  publishIntegrations(tx)
}

async function deliverAll(ctx: JobContext, receiver: Receiver): Promise<void> {
  for (let count = 0; count < AT_ONCE && !ctx.signal.aborted; count++) {
    const delivery = await nextDelivery(ctx, receiver.id)
    if (!delivery) return
    const result = await postWebhook(messageOf(delivery), receiver, ctx.config)
    const next = afterTry(result, { tries: delivery.tries + 1, now: ctx.now, failingSince: receiver.failingSince })
    await ctx.transaction(tx => record(tx, { receiver, delivery, result, next }))
    if (next.isDown || next.offReason !== null) return
    receiver.failingSince = null
  }
  await ctx.transaction(tx => enqueueDelivery(tx, receiver.id))
}

/** What the receiver reads. Receivers refuse what is not fresh, by a clock that no test moves. */
const messageOf = ({ event_id, type, data, occurred_at }: DueDelivery) => ({
  id: `evt_${event_id}`,
  sentAt: new Date(),
  body: JSON.stringify({ type, timestamp: occurred_at, data }),
})

interface Tried {
  receiver: Receiver
  delivery: DueDelivery
  result: WebhookResult
  next: NextStep
}

async function record(tx: Change, { receiver, delivery, result, next }: Tried): Promise<void> {
  const { status, answer, problem, durationMs } = result
  const tried = { state: next.state, due_at: next.dueAt, status, answer, problem, duration_ms: durationMs }
  await recordTry(tx, delivery.id, tried)
  await recordReceiver(tx, receiver.id, { resumeAt: next.isDown ? next.dueAt : null, offReason: next.offReason })
  if (next.offReason !== null) {
    tx.audit({ subject: 'webhook', subject_id: receiver.id, after: { is_active: false, reason: next.offReason } })
    await notifyOfWebhookOff(tx, { id: receiver.id, url: receiver.url, reason: next.offReason })
  }
  if (next.dueAt)
    await tx.enqueue(
      DELIVERY_JOB,
      { subscription_id: receiver.id },
      { startAfter: next.dueAt, singletonKey: `${receiver.id} at ${next.dueAt.toISOString()}` },
    )
  publishIntegrations(tx)
}

/** Finds what is due and has no job: sending was paused, or a process died. */
export const catchUpWebhooks = defineJob({
  name: 'catch-up-webhooks',
  title: 'Go on posting to webhooks',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    if (await currentPause(ctx.db)) return
    const due = await dueWebhooks(ctx)
    if (due.length === 0) return
    await ctx.transaction(async tx => {
      for (const id of due) await enqueueDelivery(tx, id)
    })
  },
})

/** Deliveries can be looked up for 30 days. */
export const purgeWebhooks = defineJob({
  name: 'purge-webhooks',
  title: 'Delete old events of webhooks',
  data: z.object({}),
  cron: '50 7 * * *',
  run: ctx => ctx.transaction(tx => purgeEvents(tx, subDays(tx.now, DELIVERY_DAYS))),
})
