import { z } from 'zod'
import type { Change } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { grantPermit } from '../../../../platform/server/permit.ts'
import { hashOfToken, randomToken } from '../../../../platform/server/secrets.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { openableIds } from '../../../leads/server/queries/leads.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { kindNamed, type NotificationKind } from '../commands/kinds.ts'
import { DELIVER, publishNotifications } from '../commands/notify.ts'
import { beginDelivery, type DueDelivery, endDelivery, lockDelivery } from '../queries/deliveries.ts'
import { deleteDevice } from '../queries/devices.ts'
import { type DeliveryOutcome, handOver } from './handOver.ts'

const Data = z.object({ delivery_id: Id })
const MAX_TRIES = 6
/** A hand-over takes at most so long: whoever has begun one and not ended it by then has died. */
const TRYING_SECONDS = 120

/**
 * Makes one delivery of a notification. What is being handed over is written down first, so that of two workers one does it, and a
 * worker that dies leaves it unknown rather than sending it twice.
 */
export const deliverNotification: Job<z.output<typeof Data>> = defineJob({
  name: DELIVER.name,
  title: 'Deliver a notification',
  data: Data,
  retryLimit: MAX_TRIES,
  expireInSeconds: TRYING_SECONDS,
  concurrency: 4,
  sends: true,
  async run(ctx, { delivery_id }) {
    const begun = await ctx.transaction(change => begin(change, delivery_id))
    if (!begun) return
    const { delivery, kind, token } = begun
    const permit = grantPermit(`notification:${delivery.notification_id}:${delivery.id}`)
    const outcome = await handOver(ctx, { delivery, kind, token, permit })
    await ctx.transaction(change => end(change, delivery, outcome))
    if (outcome.state === 'waiting' && delivery.tries + 1 < MAX_TRIES)
      throw new Error(`A notification is waiting: ${outcome.problem}`)
  },
})

interface Begun {
  delivery: DueDelivery
  kind: NotificationKind
  token: string
}

async function begin(ctx: Change, id: number): Promise<Begun | null> {
  const delivery = await lockDelivery(ctx, id)
  if (!delivery) return null
  if (delivery.state === 'trying') {
    const since = delivery.trying_at === null ? 0 : Date.parse(delivery.trying_at)
    if (ctx.now.getTime() - since < TRYING_SECONDS * 1000) throw new Error('Another worker hands this over.')
    await endDelivery(ctx, id, { state: 'unknown', problem: 'The server stopped while it was handed over.' })
    return null
  }
  if (delivery.state !== 'waiting') return null
  const kind = kindNamed(delivery.kind)
  const problem = kind ? await whyNot(ctx, delivery, kind) : 'This kind is not known any more.'
  if (!kind || problem !== null) {
    await endDelivery(ctx, id, { state: 'skipped', problem })
    publishNotifications(ctx, delivery.user_id, [delivery.notification_id])
    return null
  }
  const token = randomToken()
  await beginDelivery(ctx, id, delivery.channel === 'push' ? hashOfToken(token) : null)
  return { delivery, kind, token }
}

/** Why a delivery is not made after all; asked when it is due, as much may have changed since. */
async function whyNot(ctx: Change, delivery: DueDelivery, kind: NotificationKind): Promise<string | null> {
  const { expires_at, seen_at, lead_id } = delivery
  if (expires_at !== null && Date.parse(expires_at) <= ctx.now.getTime()) return 'It was over by then.'
  if (seen_at !== null) return delivery.is_fallback ? 'Seen in time.' : 'Seen before.'
  const viewer = await viewerOfUser(ctx.db, delivery.user_id)
  if (!viewer) return 'The account was deactivated.'
  if (kind.right && !viewer.rights.has(kind.right)) return 'The right to it was taken away.'
  if (lead_id !== null && (await openableIds({ ...ctx, viewer }, [lead_id])).length === 0)
    return 'The lead is no longer visible.'
  return null
}

async function end(ctx: Change, delivery: DueDelivery, outcome: DeliveryOutcome): Promise<void> {
  const isLast = delivery.tries + 1 >= MAX_TRIES
  const state = outcome.state === 'waiting' && isLast ? 'failed' : outcome.state
  if (state === 'gone') {
    if (delivery.device_id !== null) await deleteDevice(ctx, delivery.device_id)
    await endDelivery(ctx, delivery.id, { state: 'skipped', problem: 'The device no longer takes notifications.' })
  } else {
    await endDelivery(ctx, delivery.id, { state, problem: outcome.problem })
  }
  publishNotifications(ctx, delivery.user_id, [delivery.notification_id])
}
