import { z } from 'zod'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'
import { EventType } from './events.ts'

/** What kind of door a source is. */
export const sourceKinds = ['site', 'mailbox', 'webhook', 'mapped', 'google_ads', 'facebook'] as const

/** A key, of which nobody sees more than its ends. */
const IntakeKey = z.object({
  id: Id,
  hint: z.string(),
  created_at: Instant,
  /** When it ends; `null` for the one in force. */
  expires_at: Instant.nullable(),
})

/** Where leads come from. */
export const IntakeSource = z.object({
  id: Id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  site_id: Id.nullable(),
  /** Of a mailbox; of Facebook the id of the page whose leads come in here, without one those of every page. */
  address: z.string().nullable(),
  /** Domains, addresses and numbers of portals that pass on what many people send. */
  proxies: z.array(z.string()),
  is_active: z.boolean(),
  /** Somebody said where in its JSON our fields are; of other kinds always true. */
  is_mapped: z.boolean(),
  /** Of a site: what its pages carry, so that browsers can report to this source. No secret. */
  public_key: z.string().nullable(),
  /** The valid ones, newest first. */
  keys: z.array(IntakeKey),
  /** Mails that wait for a person. */
  unread: z.int(),
  /** Events of the last fourteen days, the last one today. */
  days: z.array(z.int()),
  last_event_at: Instant.nullable(),
  /** Twice the usual gap has passed. */
  is_quiet: z.boolean(),
})
export type IntakeSource = z.output<typeof IntakeSource>

/** All sources, and the calls and texts of numbers that nobody knew. */
export const IntakeOverview = z.object({
  sources: z.array(IntakeSource),
  callers: z.object({ today: z.int(), last_at: Instant.nullable(), days: z.array(z.int()) }),
  unread: z.int(),
  events: z.int(),
  refused: z.int(),
})
export type IntakeOverview = z.output<typeof IntakeOverview>

/** A source with a key that is shown this once. */
export const SourceWithKey = z.object({ source: IntakeSource, key: z.string() })

const Source = z.object({ id: Id, name: z.string() })

/** A request that was refused, or held something that was. */
export const IntakeRefusal = z.object({
  id: Id,
  source: Source,
  received_at: Instant,
  problem: z.string(),
  /** Events in it, and how many of them were refused. */
  events: z.int(),
  refused: z.int(),
  /** The beginning of what came. */
  body: z.string(),
})
export type IntakeRefusal = z.output<typeof IntakeRefusal>

/** An event as the list shows it. */
export const ShownEvent = z.object({
  id: Id,
  source: Source,
  type: EventType,
  state: z.enum(['waiting', 'done', 'anonymous', 'failed']),
  occurred_at: Instant,
  received_at: Instant,
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
  /** The home or the building, as the site calls it. */
  about: z.string(),
  problem: z.string().nullable(),
})
export type ShownEvent = z.output<typeof ShownEvent>

/** What the form for a source sends. */
export const SourceFields = z.object({
  name: line(80).min(1, { error: 'needs a name' }),
  address: line(254).nullable().optional(),
  proxies: z.array(line(254).min(1)).max(50, { error: 'must be at most 50' }).optional(),
})
