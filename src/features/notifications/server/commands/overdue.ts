import { DISCARDED } from '../../../sending/rules.ts'
import type { SendingKind } from '../../../sending/server/commands.ts'
import { sendDigest } from '../jobs/digest.ts'
import { expireDeliveries, overdueDeliveries, reviveDeliveries } from '../queries/deliveries.ts'
import { expireDigests, overdueDigests, reviveDigests } from '../queries/digests.ts'
import { DELIVER } from './notify.ts'

/** Notifications on their way out of the product, for a pause of all sending. */
export const notificationSendings: SendingKind = {
  job: DELIVER.name,
  label: 'Notifications',
  recipients: 'colleagues',
  overdue: overdueDeliveries,
  expire: ctx => expireDeliveries(ctx, DISCARDED),
  async revive(ctx, expiredAt) {
    for (const delivery_id of await reviveDeliveries(ctx, expiredAt)) await ctx.enqueue(DELIVER, { delivery_id })
  },
}

/** Daily e-mails of unread notifications, for the same. */
export const digestEmails: SendingKind = {
  job: sendDigest.name,
  label: 'Daily e-mails of unread notifications',
  recipients: 'colleagues',
  overdue: overdueDigests,
  expire: ctx => expireDigests(ctx, DISCARDED),
  async revive(ctx, expiredAt) {
    for (const digest_id of await reviveDigests(ctx, expiredAt)) await ctx.enqueue(sendDigest, { digest_id })
  },
}
