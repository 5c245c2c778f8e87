import type { Change, JobName } from '../../../../platform/server/context.ts'
import { type Channel, channels, planDeliveries } from '../../rules/channels.ts'
import { quietUntil } from '../../rules/quiet.ts'
import { insertDelivery } from '../queries/deliveries.ts'
import {
  expireNotifications,
  insertNotification,
  markNotifications,
  notificationsOfCause,
  type Step,
} from '../queries/notifications.ts'
import { type Recipient, type Recipients, recipientsOf } from '../queries/recipients.ts'
import { choiceOf, defaultSettings, isPhone } from './choices.ts'
import type { NotificationKind } from './kinds.ts'

/** The job that makes one delivery; only its name, for whoever puts it in. */
export const DELIVER: JobName<{ delivery_id: number }> = { name: 'deliver-notification' }

/** What people are to be notified of. */
export interface NotificationOf {
  to: Recipients
  kind: NotificationKind
  /** What it is about, such as `note 12`: the same cause notifies a person once. */
  cause: string
  title: string
  body?: string
  /** Where it opens, as a path of the product. */
  path: string
  /** The lead that it is about: whoever may not open the lead (any more) does not see it. Not for leads that are only offered. */
  lead_id?: number | null
  /** After that it is pointless to pass on. */
  expires_at?: Date | null
  /** Ways on which it may leave the product; all when left out. */
  ways?: readonly Channel[]
  /** Whether the person who causes it is notified as well. */
  alsoAuthor?: boolean
}

const MAX_TITLE = 200
const MAX_BODY = 400

/**
 * Notifies people, in the transaction of what they are notified of: it stands in their list once that is committed, and each way that they
 * chose is a job. Called again for the same cause nothing happens. Inactive people, and whoever causes it, hear nothing.
 */
export async function notify(ctx: Change, given: NotificationOf): Promise<void> {
  const { kind, cause, path, lead_id = null, expires_at = null } = given
  const except = given.alsoAuthor ? null : (ctx.author?.on_behalf_of ?? ctx.author?.user_id ?? null)
  for (const person of await recipientsOf(ctx, { to: given.to, kind: kind.name, except })) {
    const { user_id } = person
    const choice = choiceOf(kind, person.choice)
    const id = await insertNotification(ctx, {
      user_id,
      kind: kind.name,
      cause,
      path,
      lead_id,
      expires_at,
      title: given.title.slice(0, MAX_TITLE),
      body: (given.body ?? '').slice(0, MAX_BODY),
      is_shown: choice.screen,
    })
    if (id === null) continue
    await enqueueDeliveries(ctx, { id, kind, person, ways: given.ways ?? channels })
    publishNotifications(ctx, user_id, [id])
  }
}

interface Planned {
  id: number
  kind: NotificationKind
  person: Recipient
  ways: readonly Channel[]
}

async function enqueueDeliveries(ctx: Change, { id: notification_id, kind, person, ways }: Planned): Promise<void> {
  const settings = person.settings ?? defaultSettings
  const choice = choiceOf(kind, person.choice)
  const planned = planDeliveries({
    choice,
    fallback: kind.fallback,
    reachable: new Set(reachableBy(ctx, person).filter(way => ways.includes(way))),
    quietUntil: choice.in_quiet_hours ? null : quietUntil(settings, person.zone, ctx.now),
    now: ctx.now,
  })
  for (const { channel, due, isFallback } of planned) {
    const targets = channel === 'push' ? person.devices : [null]
    for (const device of targets) {
      const given = { notification_id, channel, device, is_fallback: isFallback, due_at: due }
      const delivery_id = await insertDelivery(ctx, given)
      await ctx.enqueue(DELIVER, { delivery_id }, due > ctx.now ? { startAfter: due } : {})
    }
  }
}

function reachableBy({ config }: Change, { devices, has_app, phone }: Recipient): Channel[] {
  const ways: Channel[] = ['email']
  if (devices.length > 0) ways.push('push')
  if (has_app && config.oneSignal) ways.push('app')
  if (config.twilio && isPhone(phone)) ways.push('text')
  return ways
}

/** Has the browsers of a person fetch their notifications again. */
export const publishNotifications = (ctx: Change, userId: number, ids: readonly number[]): void =>
  ctx.changed('notifications', ids, [`user:${userId}`])

/** Of what a step is known, in words of the feature that notified. */
export interface NotifiedCause {
  kind: NotificationKind
  cause: string
  /** One person only; everybody who was notified when left out. */
  user_id?: number
}

/** Writes down that somebody has seen or done elsewhere what they were notified of: nothing more is sent about it. */
export async function markNotified(ctx: Change, { kind, cause, user_id }: NotifiedCause, step: Step): Promise<void> {
  for (const found of await notificationsOfCause(ctx, { kind: kind.name, cause, user_id: user_id ?? null })) {
    const changed = await markNotifications(ctx, { user_id: found.user_id, ids: [found.id] }, step)
    publishNotifications(ctx, found.user_id, changed)
  }
}

/** Writes down that what people were notified of is over: what has not been sent of it stays unsent. */
export async function endNotified(ctx: Change, { kind, cause, user_id }: NotifiedCause): Promise<void> {
  const found = await notificationsOfCause(ctx, { kind: kind.name, cause, user_id: user_id ?? null })
  await expireNotifications(
    ctx,
    found.map(({ id }) => id),
  )
}
