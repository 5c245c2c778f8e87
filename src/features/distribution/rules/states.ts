import { DEFAULT_UNTOUCHED_LIMIT } from '../../quotas/rules/quotaTypes.ts'
/** Where a lead stands between its arrival and its agent. */
export const distributionStates = ['offered', 'pooled', 'owned', 'resting'] as const
export type DistributionState = (typeof distributionStates)[number]

/** How an offer ended. */
export const offerOutcomes = ['accepted', 'rejected', 'expired', 'withdrawn'] as const
export type OfferOutcome = (typeof offerOutcomes)[number]

/** Why an agent rejects an offer. */
export const rejectReasons = {
  with_client: 'With a client',
  not_my_area: 'Not my area',
  too_many_leads: 'Too many leads',
  other: 'Other',
} as const
export type RejectReason = keyof typeof rejectReasons

/** Ways on which an offer may leave the product; agents choose among them. */
export const offerChannels = ['push', 'text', 'email'] as const
export type OfferChannel = (typeof offerChannels)[number]

/** What the administrators set. */
export interface DistributionSettings {
  /** Whether new leads without an agent are offered at all. */
  is_on: boolean
  /** Minutes that an agent has to answer. */
  offer_minutes: number
  /** Agents who are asked before a lead joins the pool. */
  max_agents: number
  /** New leads without a contact that an agent may have before they get no more. */
  max_untouched: number
  /** Sources whose leads are not offered by themselves: they rest until somebody offers them. */
  resting_sources: readonly string[]
  offer_channels: readonly OfferChannel[]
  /** A lead who came for a listing of the brokerage goes to its agent first. */
  listing_agent_first: boolean
  /** A lead whose number or address an agent knows from another lead goes to that agent first. */
  returning_first: boolean
  /** Agents who do not speak the lead's language are passed over. */
  match_languages: boolean
  /** Teams take turns, and the members of each among themselves. */
  team_turns: boolean
}

/** Stands for all leads that came with a file, whatever source it names for them. */
export const IMPORT = 'import'

/** What holds until an administrator says otherwise (15 minutes and 3 agents: `domain.md`). */
export const defaultSettings: DistributionSettings = {
  is_on: true,
  offer_minutes: 15,
  max_agents: 3,
  max_untouched: DEFAULT_UNTOUCHED_LIMIT,
  resting_sources: [IMPORT],
  offer_channels: offerChannels,
  listing_agent_first: true,
  returning_first: true,
  match_languages: true,
  team_turns: false,
}

/** Characters of the reason for which an agent never gets a lead. */
export const MAX_BLOCK_REASON = 300

/** Why a lead rests that was taken out on its way to an agent; it goes on from the start when that is taken back. */
export const setAside = { deleted: 'Deleted', bogus: 'Flagged as bogus' } as const

/** What the loser of a race for a lead of the pool reads (`domain.md`, claim leads). */
export const JUST_CLAIMED = 'This lead was just claimed.'

/** Why a lead is in the pool, from how its offers ended. */
export function poolReason(outcomes: readonly OfferOutcome[]): string {
  const rejected = outcomes.filter(outcome => outcome === 'rejected').length
  const silent = outcomes.filter(outcome => outcome === 'expired').length
  if (rejected + silent === 0) return 'No agent was free'
  const agents = (count: number) => (count === 1 ? '1 agent' : `${count} agents`)
  if (silent === 0) return `${agents(rejected)} rejected`
  if (rejected === 0) return `${agents(silent)} did not answer`
  return `${rejected} rejected, ${silent} silent`
}
