import type { Trigger, Until } from '../contract/definition.ts'
import type { DateField, TriggerKind } from './definition.ts'

/** What the journal holds: what triggers ask about, that somebody was in touch, and that a decision looked at a lead. */
export type EventKind = TriggerKind | 'contacted' | 'looked'

/** What is known of an event, by its kind. */
export interface EventDetail {
  source?: string
  by?: string
  before?: number
  after?: number
  tag_id?: number
  type?: number
  kind?: string
  channel?: string
  days?: number
  field?: DateField
}

/** One event of the journal. */
export interface JournalEvent {
  id: number
  kind: EventKind
  lead_id: number
  /** ISO 8601. */
  at: string
  detail: EventDetail
  /** Of triggers of the clock: whose. */
  automation_id: number | null
}

type Asked = Exclude<Trigger | Until, { kind: 'filters' }>

/** Nothing asked for is everything. */
const among = <Value>(asked: readonly Value[] | undefined, value: Value | undefined): boolean =>
  asked === undefined || asked.length === 0 || (value !== undefined && asked.includes(value))

/** Whether an event is what a trigger, a wait or a goal asks for. */
export function matches(asked: Asked, { kind, detail }: Pick<JournalEvent, 'kind' | 'detail'>): boolean {
  if (asked.kind !== kind) return false
  switch (asked.kind) {
    case 'lead_created':
      return among(asked.sources, detail.source) && !asked.except_sources?.includes(detail.source ?? '')
    case 'lead_claimed':
      return among<string>(asked.by, detail.by)
    case 'status_changed':
      return among(asked.from, detail.before) && among(asked.to, detail.after)
    case 'tag_added':
    case 'tag_removed':
      return asked.tag_id === detail.tag_id
    case 'opportunity_created':
      return among(asked.types, detail.type)
    case 'request_submitted':
      return among<string>(asked.kinds, detail.kind)
    case 'message_received':
      return among<string>(asked.channels, detail.channel)
    case 'deal_status_changed':
      return among(asked.statuses, detail.after)
    case 'no_contact':
    case 'date_reached':
    case 'contacted':
      return true
  }
}
