import type { QueryContext } from '../../../../platform/server/context.ts'
import type { ServerFeature } from '../../../../platform/server/feature.ts'
import type { Channel } from '../../../consent/contract.ts'
import type { SendingClass } from '../../contract.ts'
import type { Objection } from '../../rules/decide.ts'

/** Whom a message is for, as those who object need it. */
export interface AskedPerson {
  lead_id: number
  /** Whose client the lead is. */
  agent_id: number | null
  email: string | null
  /** E.164. */
  phone: string | null
}

/** What is about to be sent, and to whom. */
export interface AskedObjections {
  channel: Channel
  class: SendingClass
  /** A person does it at this moment. */
  is_by_hand: boolean
  /** In whose name it goes; `null` where no one agent sends it. */
  sender_agent_id: number | null
  people: readonly AskedPerson[]
}

/**
 * Says who may not be reached although they said nothing against it: a blocked number, a do-not-call list. Asked for many people at
 * once, for each decision and again just before the provider is asked; answers those alone against whom there is something.
 */
export type ObjectTo = (ctx: QueryContext, asked: AskedObjections) => Promise<ReadonlyMap<number, readonly Objection[]>>

/** Asks a provider, by our id, what became of a message whose process died meanwhile. */
export interface SendingLookup {
  channel: Channel
  /** `unknown` where the provider cannot tell. */
  find(
    ctx: QueryContext,
    sending: { id: number; cause: string },
  ): Promise<{ state: 'sent'; provider_id: string } | { state: 'not_sent' } | { state: 'unknown' }>
}

declare module '../../../../platform/server/feature.ts' {
  interface ServerFeature {
    /** What the feature has against messages to leads. Features below the door name it without importing anything. */
    sendingObjections?: readonly ObjectTo[]
    /** How the feature finds out from a provider what became of a message. */
    sendingLookups?: readonly SendingLookup[]
  }
}

let objections: readonly ObjectTo[] = []
let lookups: readonly SendingLookup[] = []

/** Makes what features contribute known to the door. */
export function registerContributions(
  features: readonly Pick<ServerFeature, 'sendingObjections' | 'sendingLookups'>[],
): void {
  objections = features.flatMap(feature => feature.sendingObjections ?? [])
  lookups = features.flatMap(feature => feature.sendingLookups ?? [])
}

/** Everything that is said against messages to these people. */
export async function objectionsTo(
  ctx: QueryContext,
  asked: AskedObjections,
): Promise<ReadonlyMap<number, readonly Objection[]>> {
  const found = new Map<number, Objection[]>()
  for (const object of objections)
    for (const [id, reasons] of await object(ctx, asked)) found.set(id, [...(found.get(id) ?? []), ...reasons])
  return found
}

/** How to look up what became of a message on a channel; `null` where no provider tells. */
export const lookupFor = (channel: Channel): SendingLookup | null =>
  lookups.find(lookup => lookup.channel === channel) ?? null
