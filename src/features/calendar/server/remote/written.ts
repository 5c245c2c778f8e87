import { createHash, createHmac } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import type { WrittenEvent } from '../../../../integrations/google-calendar/records.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { leadPagePath } from '../../../leads/rules.ts'
import type { EventPart } from '../../rules/exchange.ts'
import { eventOf, type WantedEvent } from '../../rules/items.ts'
import type { OwnedItem } from '../queries/items.ts'
import type { LinkKey } from '../queries/links.ts'

/** The event that stands for an item, with the way to its lead; `null` for a task without a time. */
export function wantedEvent(config: Config, { item, lead }: OwnedItem): WantedEvent | null {
  const base = emailLink(config)
  return eventOf(item, base === null ? null : base + leadPagePath(lead))
}

/** Tells one wish from another, without holding what it says. */
export const printOf = (wanted: WantedEvent | null): string =>
  wanted === null ? '' : createHash('sha256').update(JSON.stringify(wanted)).digest('base64url')

/**
 * The id of an event. The same record always gets the same one, so that asking twice adds it once; another installation on the
 * same calendar gets others. The service takes a to v and digits.
 */
export function eventIdOf({ secret }: Pick<Config, 'secret'>, key: LinkKey, incarnation: number): string {
  const name = `${key.user_id} ${key.kind} ${key.record_id} ${incarnation}`
  return `kt${createHmac('sha256', secret).update(`calendar event ${name}`).digest('hex').slice(0, 40)}`
}

/** By what an event says which record it stands for. */
export const markOf = ({ user_id, kind, record_id }: LinkKey): string => `${user_id} ${kind} ${record_id}`

const pointAt = (instant: string, zone: string) => ({
  dateTime: new TZDate(instant, zone).toISOString().replace('.000', ''),
  timeZone: zone,
})

/** What is written of a wanted event. */
export const writtenEvent = (wanted: WantedEvent, key: LinkKey): WrittenEvent => ({
  summary: wanted.title,
  description: wanted.description,
  location: wanted.location,
  start: pointAt(wanted.start, wanted.zone),
  end: pointAt(wanted.end, wanted.zone),
  transparency: wanted.is_busy ? 'opaque' : 'transparent',
  source: null,
  private: { keyturn: markOf(key), print: printOf(wanted) },
})

/** What is written of an event that is there: parts that did not change here stay as their owner has them. */
export function changedEvent(wanted: WantedEvent, key: LinkKey, parts: readonly EventPart[]): Partial<WrittenEvent> {
  const { summary, location, start, end, ...rest } = writtenEvent(wanted, key)
  return {
    ...rest,
    ...(parts.includes('title') ? { summary } : {}),
    ...(parts.includes('location') ? { location } : {}),
    ...(parts.includes('time') ? { start, end } : {}),
  }
}
