import { createHash } from 'node:crypto'
import { addSeconds, differenceInSeconds } from 'date-fns'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import { sendToApp } from '../../../../integrations/onesignal/client.ts'
import { sendText } from '../../../../integrations/twilio/client.ts'
import { MAX_PUSH_BYTES, sendPush } from '../../../../integrations/web-push/client.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import type { SendPermit } from '../../../../platform/server/permit.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import { deviceSecrets } from '../commands/choices.ts'
import { pushKeysOf } from '../commands/keys.ts'
import type { NotificationKind } from '../commands/kinds.ts'
import { type DueDelivery, liveDevice } from '../queries/deliveries.ts'
import { storedSettings } from '../queries/recipients.ts'
import { notificationEmail } from './emails.ts'

/** What one try came to. `gone`: the device is no more. */
export interface DeliveryOutcome {
  state: 'sent' | 'failed' | 'waiting' | 'unknown' | 'skipped' | 'gone'
  problem: string | null
}

interface HandOver {
  delivery: DueDelivery
  kind: NotificationKind
  /** By which the device reports. */
  token: string
  permit: SendPermit
}

const sent: DeliveryOutcome = { state: 'sent', problem: null }
const skipped = (problem: string): DeliveryOutcome => ({ state: 'skipped', problem })

const DAY_SECONDS = 24 * 60 * 60
/** Twilio holds a text no longer than this. */
const MAX_TEXT_SECONDS = 3600

/** Hands a delivery to the provider of its channel. */
export async function handOver(ctx: JobContext, given: HandOver): Promise<DeliveryOutcome> {
  switch (given.delivery.channel) {
    case 'push':
      return push(ctx, given)
    case 'app':
      return app(ctx, given)
    case 'text':
      return text(ctx, given)
    case 'email':
      return email(ctx, given)
  }
}

/** Seconds for which it is worth showing: until it is over, or for a day. */
const validSeconds = ({ now }: JobContext, { expires_at }: DueDelivery): number =>
  differenceInSeconds(expires_at === null ? addSeconds(now, DAY_SECONDS) : new Date(expires_at), now)

/** What a locked screen may show: names only where the person allowed it. */
async function shownText(ctx: JobContext, { delivery, kind }: HandOver): Promise<{ title: string; body: string }> {
  const settings = await storedSettings(ctx, delivery.user_id)
  const showsNames = settings?.shows_names ?? true
  return showsNames ? { title: delivery.title, body: delivery.body } : { title: kind.label, body: '' }
}

async function push(ctx: JobContext, given: HandOver): Promise<DeliveryOutcome> {
  const { delivery, kind, token, permit } = given
  const device = delivery.device_id === null ? null : await liveDevice(ctx, delivery.device_id)
  if (!device) return skipped('Signed out on this device.')
  const auth = deviceSecrets(ctx.config).open(device.auth)
  if (auth === null) return { state: 'gone', problem: null }
  const { title, body } = await shownText(ctx, given)
  const message = { id: delivery.notification_id, title, body, path: delivery.path, receipt: token }
  const contact = ctx.config.pushContact ?? `mailto:${ctx.config.mailFrom.address}`
  const outcome = await sendPush(
    { keys: await pushKeysOf(ctx), contact, pushPrivateHosts: ctx.config.pushPrivateHosts },
    { ...device, auth },
    {
      payload: payloadOf(message),
      validSeconds: validSeconds(ctx, delivery),
      isUrgent: kind.isUrgent ?? false,
      topic: `n${delivery.notification_id}`,
    },
    permit,
  )
  return 'problem' in outcome ? outcome : { state: outcome.state, problem: null }
}

/** As JSON that every push service takes; what is too long is cut. */
function payloadOf(message: { title: string; body: string }): string {
  const payload = JSON.stringify(message)
  if (Buffer.byteLength(payload) <= MAX_PUSH_BYTES) return payload
  return JSON.stringify({ ...message, body: message.body.slice(0, 100) })
}

async function app(ctx: JobContext, given: HandOver): Promise<DeliveryOutcome> {
  const { delivery, kind, permit } = given
  const { oneSignal } = ctx.config
  if (!oneSignal) return skipped('The native app shows no notifications here.')
  const outcome = await sendToApp(
    oneSignal,
    {
      userId: delivery.user_id,
      ...(await shownText(ctx, given)),
      url: linkTo(ctx, delivery.path),
      idempotencyKey: uuidOf(`notification delivery ${delivery.id}`),
      validSeconds: validSeconds(ctx, delivery),
      isUrgent: kind.isUrgent ?? false,
    },
    permit,
  )
  if (outcome.state === 'sent') return sent
  return outcome.state === 'nobody' ? skipped('The native app takes no notifications on any phone.') : outcome
}

async function text(ctx: JobContext, { delivery, kind, permit }: HandOver): Promise<DeliveryOutcome> {
  const { twilio, siteName } = ctx.config
  const number = phoneAsE164(delivery.phone ?? '')
  if (!twilio || !number) return skipped('There is no number to text.')
  const link = linkTo(ctx, delivery.path)
  const said = [`${siteName}: ${delivery.title}`, delivery.body, kind.textHint ?? '', link]
    .filter(line => line !== '')
    .join('\n')
  const outcome = await sendText(
    twilio,
    {
      to: number,
      body: said,
      mediaUrls: [],
      statusCallback: null,
      validSeconds: Math.min(MAX_TEXT_SECONDS, validSeconds(ctx, delivery)),
    },
    permit,
  )
  return outcome.state === 'sent' ? sent : { state: outcome.state, problem: outcome.problem }
}

async function email(ctx: JobContext, { delivery, permit }: HandOver): Promise<DeliveryOutcome> {
  const { id, title, body, path, tries } = delivery
  const mail = {
    to: { name: `${delivery.first_name} ${delivery.last_name}`.trim(), address: delivery.email },
    key: `notification-${id}`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    content: notificationEmail(ctx.config, { title, body, path }),
  }
  const { state, problem } = await attemptMail(ctx.config, mail, { tries, limit: Number.POSITIVE_INFINITY, permit })
  // The same message again does no harm: it comes under its id.
  return { state: state === 'unknown' ? 'waiting' : state, problem }
}

const linkTo = ({ config }: JobContext, path: string): string => {
  const url = emailLink(config)
  return url ? `${url}${path}` : ''
}

/** A UUID that is always the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
