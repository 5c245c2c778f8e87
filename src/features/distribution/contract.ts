import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BulkRun } from '../bulk/contract.ts'
import { LeadSelection } from '../leads/contract/filters.ts'
import { Dollars, Named } from '../leads/contract/record.ts'
import { skipCodes } from './rules/decide.ts'
import { isRehearsalDays } from './rules/rehearsalReport.ts'
import {
  distributionStates,
  MAX_BLOCK_REASON,
  offerChannels,
  offerOutcomes,
  type RejectReason,
  rejectReasons,
} from './rules/states.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    /** Offers of one agent. */
    offers: true
    /** How a lead is distributed. */
    distribution: true
    /** The claim pool. */
    pool: true
    /** When agents take leads. */
    availability: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    distribution: true
    distribution_settings: true
    availability: true
  }
}

/** A lead that is offered to the caller: what may be known of it before it is accepted, which is neither name nor contact. */
export const Offer = z.object({
  id: Id,
  lead_id: Id,
  roles_string: z.string(),
  price_min: Dollars,
  price_max: Dollars,
  areas: z.array(Named),
  site: z.string().nullable(),
  signed_up_at: Instant,
  /** Why this agent. */
  why: z.string(),
  /** Ways to reach the person that open with the lead. */
  channels: z.object({ call: z.boolean(), email: z.boolean(), text: z.boolean() }),
  offered_at: Instant,
  expires_at: Instant,
})
export type Offer = z.output<typeof Offer>

/** The open offers of the caller, with the time of the server, by which countdowns run. */
export const Offers = page(Offer).extend({ now: Instant })
export type Offers = z.output<typeof Offers>

const Outcome = z.enum(offerOutcomes)

/** An offer as the ledger of its lead shows it. */
export const LedgerOffer = z.object({
  id: Id,
  agent: Named,
  round: z.int(),
  place: z.int(),
  why: z.string(),
  offered_at: Instant,
  expires_at: Instant,
  /** When a browser of the agent had it, and when it was on their screen. */
  delivered_at: Instant.nullable(),
  seen_at: Instant.nullable(),
  answered_at: Instant.nullable(),
  outcome: Outcome.nullable(),
  reject_reason: z.string().nullable(),
  reject_note: z.string().nullable(),
  /** Number of the ledger's entry, and of the decision before it. */
  entry: z.int().nullable(),
  decision: z.int().nullable(),
})
export type LedgerOffer = z.output<typeof LedgerOffer>

const Use = z.object({ used: z.int(), limit: z.int().nullable() })

/** An agent that a decision looked at. */
export const LookedAt = z.object({
  agent: Named,
  /** Place in the order; `null` for those who were skipped. */
  place: z.int().nullable(),
  code: z.enum(skipCodes).nullable(),
  reason: z.string(),
  rung: z.string().nullable(),
  week: Use,
  today: Use,
  /** Share of the week, 0 to 1. */
  share: z.number(),
  last_offer_at: Instant.nullable(),
})
export type LookedAt = z.output<typeof LookedAt>

/** Who was looked at, and why each was offered the lead or not. */
export const DistributionDecision = z.object({
  entry: z.int(),
  at: Instant,
  round: z.int(),
  agents: z.array(LookedAt),
})
export type DistributionDecision = z.output<typeof DistributionDecision>

/** The distribution of a lead; everything is empty and the state `owned` or `resting` for leads that were never distributed. */
export const LeadDistribution = z.object({
  lead_id: Id,
  state: z.enum(distributionStates),
  why: z.string(),
  since: Instant,
  agent: Named.nullable(),
  signed_up_at: Instant,
  settings: z.object({ offer_minutes: z.int(), max_agents: z.int() }),
  offers: z.array(LedgerOffer),
  decisions: z.array(DistributionDecision),
  ledger: z.object({
    entries: z.int(),
    /** The first entry whose hash does not follow from the ones before; `null` when all do. */
    broken_at: z.int().nullable(),
    last_hash: z.string().nullable(),
    since: Instant.nullable(),
    checked_at: Instant,
  }),
})
export type LeadDistribution = z.output<typeof LeadDistribution>

/** One entry of the ledger of a lead, as it was chained. */
export const LedgerEntry = z.object({
  entry: z.int(),
  kind: z.string(),
  at: Instant,
  agent: Named.nullable(),
  offer_id: Id.nullable(),
  /** JSON. */
  content: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
})
export type LedgerEntry = z.output<typeof LedgerEntry>

/** What a decision meant for the caller: an offer, or why they were skipped. */
export const OwnDecision = z.object({
  id: z.string(),
  /** Only of leads that the caller accepted: of the others they may know no more than this row says. */
  lead_id: Id.nullable(),
  at: Instant,
  roles_string: z.string(),
  areas: z.array(z.string()),
  outcome: z.enum(['offered', ...offerOutcomes, 'skipped', 'not_needed']),
  reason: z.string(),
})
export type OwnDecision = z.output<typeof OwnDecision>

const reasons = Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]]

/** What the administrators set. */
export const Settings = z.object({
  is_on: z.boolean(),
  offer_minutes: z.int().min(1).max(1440),
  max_agents: z.int().min(1).max(20),
  max_untouched: z.int().min(1).max(10_000),
  resting_sources: z.array(line(60)).max(50),
  /** Ways on which offers leave the product, beside the screen. */
  offer_channels: z.array(z.enum(offerChannels)).max(offerChannels.length),
  listing_agent_first: z.boolean(),
  returning_first: z.boolean(),
  match_languages: z.boolean(),
  team_turns: z.boolean(),
})

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'must be a time as HH:mm' })

/** When an agent takes new leads; without hours at any time of the day. */
const Availability = z.object({
  agent_id: Id,
  /** 1 for Monday to 7 for Sunday. */
  days_off: z.array(z.int().min(1).max(7)),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  away_from: z.string().nullable(),
  away_until: z.string().nullable(),
  /** The agent who stands in while they are away. */
  substitute: Named.nullable(),
  /** By their English names; empty for somebody who has not said. */
  languages: z.array(z.string()),
})

/** How one agent works, in the list of all. */
export const AgentAvailability = Availability.extend({
  name: z.string(),
  team: z.string().nullable(),
  zone: z.string(),
  /** Away today, up to the last day of it; off today. */
  is_away: z.boolean(),
  is_day_off: z.boolean(),
})
export type AgentAvailability = z.output<typeof AgentAvailability>

/** What can be set of it; what is left out stays. */
const AvailabilityFields = z
  .object({
    days_off: z.array(z.int().min(1).max(7)).max(7),
    starts_at: Time.nullable(),
    ends_at: Time.nullable(),
    away_from: CalendarDate.nullable(),
    away_until: CalendarDate.nullable(),
    substitute_id: Id.nullable(),
    languages: z.array(line(60).min(1)).max(20),
  })
  .partial()

/** Somebody who never gets a lead, and why. */
export const BlockedAgent = z.object({
  agent: Named,
  reason: z.string(),
  created_at: Instant,
  created_by: z.string().nullable(),
})
export type BlockedAgent = z.output<typeof BlockedAgent>

const Compared = z.object({ was: z.int(), draft: z.int() })
const ComparedSeconds = z.object({ was: z.number().nullable(), draft: z.number().nullable() })

/** What the draft of the quota rules would have done with the leads of the last days. */
export const Rehearsal = z.object({
  days: z.int(),
  from: Instant,
  to: Instant,
  leads: z.int(),
  /** There are leads enough for it to say something. */
  is_enough: z.boolean(),
  /** Leads that would have gone to somebody else, or to nobody. */
  moved: z.int(),
  /** Until an offer was answered. */
  median_seconds: ComparedSeconds,
  p95_seconds: ComparedSeconds,
  pooled: Compared,
  /** Leads that nobody was offered. */
  never_offered: Compared,
  /** Leads that each agent got, the most changed first. */
  agents: z.array(Compared.extend({ agent: Named })),
  /** Offers by the minutes until their answer. */
  answers: z.array(Compared.extend({ label: z.string() })),
})
export type Rehearsal = z.output<typeof Rehearsal>

/** Agents that "Offer again" can leave out. */
const MAX_LEFT_OUT = 200

/** Leads that are offered in one request: every decision waits for the one before it. */
export const MAX_OFFERED = 200

const ofOffer = 'is_agent'
const office = 'is_admin'

export const distributionCalls = {
  offers: read('offers', {
    right: ofOffer,
    input: PageInput,
    output: Offers,
    summary: 'The leads that are offered to the caller now, the one that ends first at the top.',
  }),
  receipt: write('offers/:id/receipt', {
    right: ofOffer,
    input: z.object({ step: z.enum(['delivered', 'seen']) }),
    output: z.object({ id: Id }),
    summary: 'Records that an offer reached a browser of the caller, or that they saw it.',
  }),
  reject: write('offers/:id/reject', {
    right: ofOffer,
    input: z.object({ reason: z.enum(reasons), note: line(300).optional() }),
    output: z.object({ id: Id }),
    summary: 'Rejects an offer and says why; `lead/{id}/accept` rejects one without a reason.',
  }),
  mine: read('distribution/mine', {
    right: ofOffer,
    input: PageInput,
    output: page(OwnDecision),
    summary: 'Offers and skips of the caller, the latest first: their own rows, and no other agent’s.',
  }),
  ofLead: read('lead/:id/distribution', {
    right: office,
    output: LeadDistribution,
    summary: 'How a lead was distributed: offers, and a reason for every agent who was looked at.',
  }),
  ledger: read('lead/:id/distribution/ledger', {
    right: office,
    input: PageInput,
    output: page(LedgerEntry),
    summary: 'The ledger of a lead with its hashes, for export; the first entry first.',
  }),
  offerAgain: write('lead/:id/distribution', {
    right: office,
    input: z.object({ leave_out: z.array(Id).max(MAX_LEFT_OUT).optional() }),
    output: LeadDistribution,
    summary: 'Offers a lead without an agent from the start, leaving out these agents.',
  }),
  offerMany: write('leads/offer', {
    right: office,
    input: LeadSelection,
    output: z.object({ offered: z.int(), run: BulkRun }),
    summary: `Takes up to ${MAX_OFFERED} leads from the agents who have them, and offers each to the others from the start.`,
  }),
  withdraw: write('lead/:id/distribution/withdraw', {
    right: office,
    output: LeadDistribution,
    summary: 'Takes back the open offer of a lead, which rests then.',
  }),
  settings: read('distribution/settings', { right: office, output: Settings }),
  setSettings: write('distribution/settings', {
    right: office,
    input: Settings.partial(),
    output: Settings,
    summary: 'How long offers run, how many agents are asked, and which sources are not offered by themselves.',
  }),
  rehearsal: read('quota-draft/rehearsal', {
    right: office,
    input: z.object({
      days: z.int().min(30).max(90).refine(isRehearsalDays, { error: 'must be 30 or 90' }).optional(),
    }),
    output: Rehearsal,
    summary:
      'Replays the recorded decisions of the last 30 or 90 days under the draft of the quota rules. Changes nothing.',
  }),
  ownAvailability: read('availability', {
    right: ofOffer,
    output: AgentAvailability,
    summary: 'When the caller takes new leads.',
  }),
  setOwnAvailability: write('availability', {
    right: ofOffer,
    input: AvailabilityFields,
    output: AgentAvailability,
    summary: 'Days off, hours, a vacation with a substitute, and languages of the caller, in their zone.',
  }),
  availabilities: read('agents/availability', {
    right: office,
    input: PageInput.extend({ search: line(100).optional() }),
    output: page(AgentAvailability),
    summary: 'When each active agent takes new leads, by name.',
  }),
  availability: read('agents/:id/availability', { right: office, output: AgentAvailability }),
  setAvailability: write('agents/:id/availability', {
    right: office,
    input: AvailabilityFields,
    output: AgentAvailability,
    summary: 'Days off, hours, a vacation with a substitute, and languages, in the zone of the agent.',
  }),
  blocks: read('lead/:id/distribution/blocks', {
    right: office,
    input: PageInput,
    output: page(BlockedAgent),
    summary: 'Agents who are never offered a lead, and cannot claim it; the latest first.',
  }),
  block: write('lead/:id/distribution/blocks', {
    right: office,
    input: z.object({ agent_id: Id, reason: line(MAX_BLOCK_REASON).optional() }),
    output: z.object({ id: Id }),
    summary: 'Blocks an agent for a lead. An open offer to them goes to the next agent.',
  }),
  unblock: write('lead/:id/distribution/blocks/:agentId', {
    right: office,
    method: 'DELETE',
    output: z.object({ id: Id }),
  }),
}
