/** The ways on which a notification leaves the product: browsers, the native app, texts and e-mails. */
export const channels = ['push', 'app', 'text', 'email'] as const
export type Channel = (typeof channels)[number]

/** What a person turns on or off for a kind; push goes to browsers and to the native app. */
export const preferenceChannels = ['screen', 'push', 'text', 'email'] as const
export type PreferenceChannel = (typeof preferenceChannels)[number]
export type ChannelChoice = Readonly<Record<PreferenceChannel, boolean>>

/** All that a person turns on or off for a kind: its channels, and whether it leaves in quiet hours, too. */
export const preferenceSwitches = [...preferenceChannels, 'in_quiet_hours'] as const
export type PreferenceSwitch = (typeof preferenceSwitches)[number]
export type KindChoice = Readonly<Record<PreferenceSwitch, boolean>>

export const deliveryStates = ['waiting', 'trying', 'sent', 'failed', 'skipped', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** How a notification looks in lists. */
export const icons = [
  'mention',
  'transfer',
  'reply',
  'text',
  'call',
  'offer',
  'showing',
  'request',
  'task',
  'automation',
  'failure',
  'bell',
] as const
export type NotificationIcon = (typeof icons)[number]

/** What is tried when a notification is not seen within so many seconds. */
export interface Fallback {
  channel: 'text' | 'email'
  seconds: number
}

/** How one way is to be used. */
export interface PlannedDelivery {
  channel: Channel
  due: Date
  isFallback: boolean
}

interface PlanInput {
  choice: ChannelChoice
  fallback: Fallback | null
  /** Ways that lead somewhere: there is a browser, a phone, an address. */
  reachable: ReadonlySet<Channel>
  /** When quiet hours end; `null` outside of them, and for kinds that do not wait. */
  quietUntil: Date | null
  now: Date
}

/**
 * On which ways a notification leaves, and when. A way that the person chose is used at once, or when quiet hours end. The fallback comes
 * later, if nobody has seen it; a way that is used anyway is no fallback. Nobody who turned everything off hears by a fallback.
 */
export function planDeliveries({ choice, fallback, reachable, quietUntil, now }: PlanInput): PlannedDelivery[] {
  const due = quietUntil ?? now
  const chosen: Channel[] = [
    ...(choice.push ? (['push', 'app'] as const) : []),
    ...(choice.text ? (['text'] as const) : []),
    ...(choice.email ? (['email'] as const) : []),
  ]
  const planned = chosen.filter(channel => reachable.has(channel)).map(channel => ({ channel, due, isFallback: false }))
  const isWanted = choice.screen || choice.push
  if (fallback && isWanted && reachable.has(fallback.channel) && !chosen.includes(fallback.channel))
    planned.push({
      channel: fallback.channel,
      due: new Date(due.getTime() + fallback.seconds * 1000),
      isFallback: true,
    })
  return planned
}
