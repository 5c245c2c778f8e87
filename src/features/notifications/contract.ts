import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { channels, deliveryStates, icons, preferenceSwitches } from './rules/channels.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    /** Notifications of one person, and how they want to hear of things. */
    notifications: true
  }
}

/** How a notification was passed on, as its receipt shows it. */
export const Delivery = z.object({
  channel: z.enum(channels),
  /** The browser that it went to; empty for channels without devices. */
  device: z.string(),
  state: z.enum(deliveryStates),
  /** Sent only when nobody has seen the notification by `due_at`. */
  is_fallback: z.boolean(),
  due_at: Instant,
  sent_at: Instant.nullable(),
  /** When the device had it, as it reports. */
  delivered_at: Instant.nullable(),
  opened_at: Instant.nullable(),
  problem: z.string().nullable(),
})
export type Delivery = z.output<typeof Delivery>

/** Something that the caller was notified of. */
export const Notification = z.object({
  id: Id,
  kind: z.string(),
  icon: z.enum(icons),
  title: z.string(),
  body: z.string(),
  /** Where it opens, as a path of the product. */
  path: z.string(),
  /** Whether open windows say it when it comes. */
  is_announced: z.boolean(),
  created_at: Instant,
  seen_at: Instant.nullable(),
  read_at: Instant.nullable(),
  acted_at: Instant.nullable(),
  deliveries: z.array(Delivery),
})
export type Notification = z.output<typeof Notification>

/** A kind of notification, and how the caller hears of it. */
export const KindPreference = z.object({
  kind: z.string(),
  label: z.string(),
  /** Whether it always shows in the product. */
  is_always_shown: z.boolean(),
  /** Whether quiet hours let it through, whatever the person chose. */
  is_urgent: z.boolean(),
  in_quiet_hours: z.boolean(),
  screen: z.boolean(),
  push: z.boolean(),
  text: z.boolean(),
  email: z.boolean(),
  /** What is tried when it is not seen in time. */
  fallback: z.object({ channel: z.enum(['text', 'email']), seconds: z.int() }).nullable(),
})
export type KindPreference = z.output<typeof KindPreference>

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time as HH:mm' })

/** What holds for all notifications of a person. */
export const NotificationSettings = z.object({
  is_quiet: z.boolean(),
  quiet_from: Time,
  quiet_until: Time,
  shows_names: z.boolean(),
  digest_at: Time.nullable(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

/** A browser of the caller that shows notifications. */
export const PushDevice = z.object({
  id: Id,
  name: z.string(),
  /** Whether it came with the session that asks. */
  is_this_session: z.boolean(),
  created_at: Instant,
  last_delivered_at: Instant.nullable(),
})
export type PushDevice = z.output<typeof PushDevice>

/** How the caller hears of things. */
export const Preferences = z.object({
  kinds: z.array(KindPreference),
  settings: NotificationSettings,
  devices: z.array(PushDevice),
  /** The key that browsers subscribe with. */
  public_key: z.string(),
  /** Whether texts can be sent, and whether the caller has a number. */
  texts: z.enum(['on', 'no_number', 'off']),
})
export type Preferences = z.output<typeof Preferences>

/** Notifications that one request may name. */
const MAX_NAMED = 200
/** The last instant that JavaScript knows, in milliseconds since 1970. */
const MAX_INSTANT_MS = 8_640_000_000_000_000

const right = 'signed_in'

export const notificationCalls = {
  list: read('notifications', {
    right,
    input: PageInput.extend({ unread: z.boolean().optional(), kind: z.string().max(60).optional() }),
    output: page(Notification).extend({ unread: z.int() }),
    summary: 'What the caller was notified of, newest first, with how each was passed on.',
  }),
  seen: write('notifications/seen', {
    right,
    input: z.object({ ids: z.array(Id).max(MAX_NAMED) }),
    output: Nothing,
    summary:
      'Records that the caller has seen these; nothing more is sent about them. Not while acting as somebody else.',
  }),
  read: write('notifications/read', {
    right,
    input: z.object({ ids: z.array(Id).max(MAX_NAMED).optional() }),
    output: Nothing,
    summary: 'Marks these as read, or all of the caller when none are named.',
  }),
  unread: write('notifications/unread', {
    right,
    input: z.object({ ids: z.array(Id).min(1).max(MAX_NAMED) }),
    output: Nothing,
    summary: 'Marks these as unread.',
  }),
  open: write('notifications/:id/open', {
    right,
    output: Nothing,
    summary: 'Records that the caller opened what a notification is about.',
  }),
  preferences: read('notifications/preferences', {
    right,
    output: Preferences,
    summary: 'How the caller hears of each kind, quiet hours, and the browsers that show notifications.',
  }),
  setPreference: write('notifications/preferences', {
    right,
    input: z.object({ kind: z.string().max(60), channel: z.enum(preferenceSwitches), is_on: z.boolean() }),
    output: Preferences,
    summary: 'Turns a channel on or off for a kind, or that it also leaves in quiet hours.',
  }),
  resetPreferences: write('notifications/preferences', {
    right,
    method: 'DELETE',
    output: Preferences,
    summary: 'Goes back to what holds for everybody.',
  }),
  setSettings: write('notifications/settings', {
    right,
    input: NotificationSettings.partial(),
    output: Preferences,
    summary: 'Quiet hours in the zone of the caller, names on locked screens, and when the daily e-mail leaves.',
  }),
  subscribe: write('notifications/devices', {
    right,
    input: z.object({
      endpoint: z.url().max(1000),
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/, { error: 'must be a public key as base64url' }),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/, { error: 'must be a secret as base64url' }),
      expires_at: z
        .int()
        .min(0)
        .max(MAX_INSTANT_MS)
        .meta({ format: 'int64' })
        .nullable()
        .optional()
        .meta({ description: 'Milliseconds since 1970, as the browser says it.' }),
    }),
    output: PushDevice,
    summary: 'Lets the browser of this session show notifications, by its push subscription.',
  }),
  unsubscribe: write('notifications/devices/:id', {
    right,
    method: 'DELETE',
    output: Nothing,
    summary: 'Sends nothing more to a browser.',
  }),
  test: write('notifications/test', {
    right,
    output: Nothing,
    summary: 'Notifies the caller, so that they see how it looks.',
  }),
}
