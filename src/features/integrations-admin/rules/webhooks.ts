/** What other systems may hear of, by the names that events carry. */
export const webhookEvents = [
  'lead.created',
  'lead.agent_changed',
  'lead.status_changed',
  'lead.claimed',
  'milestone.added',
  'deal.created',
  'deal.status_changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The events as screens name them. */
export const eventLabels: Readonly<Record<WebhookEvent, string>> = {
  'lead.created': 'A lead is created',
  'lead.agent_changed': 'A lead changes agents',
  'lead.status_changed': 'A lead changes status',
  'lead.claimed': 'A lead is claimed',
  'milestone.added': 'A milestone is added',
  'deal.created': 'A deal is submitted',
  'deal.status_changed': 'A deal changes status',
}

/** The event that the Test button sends; every webhook gets it, and nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds from each failed try to the next, as Standard Webhooks proposes them; after the last one a delivery has failed. */
export const retryWaits: readonly number[] = [
  5,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver that is down for so long has its webhook switched off. */
export const SWITCH_OFF_DAYS = 3
/** Days for which deliveries can be looked up. */
export const DELIVERY_DAYS = 30
/** Webhooks and keys of one brokerage. */
export const MAX_WEBHOOKS = 20
export const MAX_KEYS = 50

/** What a try came to, as far as it decides what comes next. */
export interface TryOutcome {
  isDelivered: boolean
  status: number | null
  isPermanent: boolean
  /** Seconds that the receiver asked for. */
  retryAfter: number | null
}

/** What becomes of a delivery and of its webhook after a try. */
export interface NextStep {
  state: 'delivered' | 'waiting' | 'failed'
  /** When to try again; `null` unless it waits. */
  dueAt: Date | null
  /** The receiver as a whole does not answer: nothing else is tried before that. */
  isDown: boolean
  /** Why the webhook is switched off; `null` when it stays on. */
  offReason: string | null
}

/** Statuses below 500 that say nothing about the event itself: timeouts and too many requests. */
const downStatuses: readonly number[] = [408, 425, 429]

/** Whether the receiver as a whole is down, and not just refusing this event. */
const isDown = ({ status }: TryOutcome): boolean => status === null || status >= 500 || downStatuses.includes(status)

interface AtTry {
  /** Tries so far, this one included. */
  tries: number
  now: Date
  /** Since when the receiver has been down; `null` when the try before this one reached it. */
  failingSince: Date | null
}

/** What comes after a try. */
export function afterTry(outcome: TryOutcome, { tries, now, failingSince }: AtTry): NextStep {
  if (outcome.isDelivered) return { state: 'delivered', dueAt: null, isDown: false, offReason: null }
  if (outcome.status === 410)
    return { state: 'failed', dueAt: null, isDown: false, offReason: 'The receiver answered that it is gone (410).' }
  const down = !outcome.isPermanent && isDown(outcome)
  if (down && failingSince && now.getTime() - failingSince.getTime() >= SWITCH_OFF_DAYS * 24 * HOUR * 1000)
    return {
      state: 'failed',
      dueAt: null,
      isDown: true,
      offReason: `The receiver was down for ${SWITCH_OFF_DAYS} days.`,
    }
  const wait = retryWaits[tries - 1]
  if (outcome.isPermanent || wait === undefined) return { state: 'failed', dueAt: null, isDown: down, offReason: null }
  const seconds = Math.max(wait, outcome.retryAfter ?? 0)
  return { state: 'waiting', dueAt: new Date(now.getTime() + seconds * 1000), isDown: down, offReason: null }
}
