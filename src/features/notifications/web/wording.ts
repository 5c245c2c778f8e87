import {
  type Icon,
  IconArrowsExchange,
  IconAt,
  IconBell,
  IconCalendarEvent,
  IconCheckbox,
  IconKey,
  IconMail,
  IconMessage2,
  IconPhoneX,
  IconPlugOff,
  IconRoute,
  IconUserPlus,
} from '@tabler/icons-react'
import type { Hue } from '../../../platform/ui/theme/tokens.ts'
import { fullTime, timeOfDay } from '../../../platform/web/time/time.ts'
import type { Delivery, Notification } from '../contract.ts'
import type { Channel, NotificationIcon } from '../rules/channels.ts'

/** How each kind of notification looks. */
export const looks: Readonly<Record<NotificationIcon, readonly [Icon, Hue]>> = {
  mention: [IconAt, 'amber'],
  transfer: [IconArrowsExchange, 'blue'],
  reply: [IconMail, 'blue'],
  text: [IconMessage2, 'violet'],
  call: [IconPhoneX, 'cyan'],
  offer: [IconUserPlus, 'blue'],
  showing: [IconKey, 'orange'],
  request: [IconCalendarEvent, 'orange'],
  task: [IconCheckbox, 'green'],
  automation: [IconRoute, 'indigo'],
  failure: [IconPlugOff, 'red'],
  bell: [IconBell, 'amber'],
}

/** What a person calls each way. */
export const channelLabels: Readonly<Record<Channel, string>> = {
  push: 'push',
  app: 'app',
  text: 'text',
  email: 'e-mail',
}

/** How far a notification has come, in a few words; empty for one that only stands in the list. */
export function receiptOf(
  { seen_at, deliveries }: Notification,
  zone: string,
): { text: string; tone: 'seen' | 'sent' | 'passed' | 'failed' } {
  const made = deliveries.filter(({ state }) => state === 'sent')
  const fallback = made.find(({ is_fallback }) => is_fallback)
  if (fallback) return { text: `not seen, then ${channelLabels[fallback.channel]}`, tone: 'passed' }
  if (seen_at !== null) return { text: `seen ${timeOfDay(seen_at, zone)}`, tone: 'seen' }
  const arrived = made.filter(({ delivered_at }) => delivered_at !== null)
  if (arrived.length > 0) return { text: `delivered, ${namesOf(arrived)}`, tone: 'sent' }
  if (made.length > 0) return { text: `sent, ${namesOf(made)}`, tone: 'sent' }
  if (deliveries.some(({ state }) => state === 'failed')) return { text: 'not delivered', tone: 'failed' }
  return { text: '', tone: 'sent' }
}

const namesOf = (deliveries: readonly Delivery[]): string =>
  [...new Set(deliveries.map(({ device, channel }) => device || channelLabels[channel]))].join(', ')

/** What became of one delivery, in a sentence. */
export function deliveryText(
  { channel, device, state, problem, due_at, sent_at, delivered_at, opened_at }: Delivery,
  zone: string,
): string {
  const way = device || channelLabels[channel]
  const at = (instant: string) => fullTime(instant, zone)
  if (opened_at !== null) return `Opened on ${way}, ${at(opened_at)}`
  if (delivered_at !== null) return `Delivered to ${way}, ${at(delivered_at)}`
  switch (state) {
    case 'sent':
      return `Sent by ${way}${sent_at === null ? '' : `, ${at(sent_at)}`}`
    case 'waiting':
      return `By ${way} at ${timeOfDay(due_at, zone)}, if not seen by then`
    case 'trying':
      return `On its way by ${way}`
    case 'skipped':
      return `Not sent by ${way}: ${problem ?? ''}`
    case 'unknown':
      return `Perhaps sent by ${way}: ${problem ?? ''}`
    case 'failed':
      return `Not delivered by ${way}: ${problem ?? ''}`
  }
}

/** "30 s", "5 min", "1 h". */
export function waitText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
