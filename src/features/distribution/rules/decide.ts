import type { QuotaType } from '../../quotas/rules/quotaTypes.ts'
import { clocksAt, type Presence, standInFor, timeOff } from './presence.ts'

/** How much of a limit is used; `null` stands for no limit. */
export interface QuotaUse {
  used: number
  limit: number | null
}

/**
 * What a decision knows of an agent. Decisions are stored with it: fields that came later, or that few agents have, are optional, and what is
 * missing changes nothing.
 */
export interface AgentState extends Presence {
  id: number
  is_active: boolean
  lead_types: readonly string[]
  site_ids: readonly number[]
  /** As chosen; a place includes everything inside it. */
  area_ids: readonly number[]
  /** Name of the rung of the quota ladder; `null` where there is none. */
  rung: string | null
  /** The rule of that rung. */
  rule_id?: number
  /** Sevenths of the week's limit that a newcomer has in the first week. */
  sevenths?: number
  today: QuotaUse
  week: QuotaUse
  /** New leads that nobody was in touch with. */
  untouched: number
  /** ISO 8601; `null` for somebody who was never offered a lead. */
  last_offer_at: string | null
  /** By their English names; nobody who said nothing is passed over for it. */
  languages?: readonly string[]
  /** The agent who stands in while they are on vacation. */
  substitute_id?: number
  team?: { id: number; name: string }
}

/** An agent to whom the lead goes before the order, when they are free. */
export interface Preference {
  agent_id: number
  why: 'listing' | 'returning'
}

/** What a decision knows of the lead: nothing that identifies the person. */
export interface LeadState {
  type: QuotaType
  site_id: number | null
  /** As the lead chose them. */
  area_ids: readonly number[]
  /** The chosen areas, all that they lie in, and all that lies in them: an agent who takes any of these takes the lead. */
  matching_area_ids: readonly number[]
  /** By its English name; missing where it does not matter. */
  language?: string
  /** First the first. */
  preferred?: readonly Preference[]
}

/** Everything that a decision depends on, beside the clock. */
export interface DecisionInput {
  lead: LeadState
  agents: readonly AgentState[]
  /** Agents who were offered the lead in this round. */
  asked: readonly number[]
  /** Agents whom an administrator left out. */
  left_out: readonly number[]
  /** Agents who never get this lead. */
  blocked?: readonly number[]
  /** `team_turns`: teams take turns, and the members of each among themselves. */
  settings: { max_untouched: number; team_turns?: boolean }
  /** Names for the reasons; what is missing is named by its kind. */
  names: {
    areas: Readonly<Record<number, string>>
    sites: Readonly<Record<number, string>>
    /** Of agents for whom somebody stands in. */
    agents?: Readonly<Record<number, string>>
  }
}

/** Why an agent was passed over; in the order in which they are checked and listed. */
export const skipCodes = [
  'asked',
  'left_out',
  'blocked',
  'weekly_quota',
  'daily_quota',
  'untouched',
  'away',
  'day_off',
  'hours',
  'type',
  'site',
  'area',
  'language',
  'inactive',
] as const
export type SkipCode = (typeof skipCodes)[number]

/** An agent to whom the lead may be offered, with their place in the order. */
export interface EligibleAgent {
  agent_id: number
  place: number
  /** Share of the week's quota that is used, 0 to 1. */
  share: number
  reason: string
}

/** An agent who was passed over, and why. */
export interface SkippedAgent {
  agent_id: number
  code: SkipCode
  reason: string
}

/** What was decided: everybody who was looked at is in one of the two lists. */
export interface Decision {
  eligible: EligibleAgent[]
  skipped: SkippedAgent[]
}

/** The share of the week that an agent has used, 0 to 1; the order begins with the smallest. Without a limit: 0. */
export function shareOf({ used, limit }: QuotaUse): number {
  if (limit === null) return 0
  return limit === 0 ? 1 : Math.min(1, used / limit)
}

/** Somebody who goes before the order, and the sentence for it. */
interface First {
  rank: number
  reason: string
}

/**
 * The order in which a lead is offered: the listing's own agent and the one who knows the person, as far as they are preferred; then the
 * smallest share of this week's quota, then the longest since the last offer, then the lower id. Where teams take turns, the same holds
 * for teams before it does for their members. The same input gives the same decision.
 */
export function decide(input: DecisionInput, now: Date): Decision {
  const clock = clocksAt(now)
  const firsts = whoGoesFirst(input, clock)
  const checked = input.agents.map(agent => ({ agent, skip: skipOf(agent, input, { clock, firsts }) }))
  const free = checked.flatMap(({ agent, skip }) => (skip === null ? [agent] : []))
  const turnOf = input.settings.team_turns ? teamTurns(free) : () => 0
  const eligible = free
    .map(agent => ({
      agent,
      rank: firsts.get(agent.id)?.rank ?? firsts.size,
      turn: turnOf(agent),
      share: shareOf(agent.week),
    }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        one.turn - other.turn ||
        one.share - other.share ||
        byLastOffer(one.agent, other.agent) ||
        one.agent.id - other.agent.id,
    )
  const skipped = checked
    .flatMap(({ agent, skip }) => (skip === null ? [] : [{ agent_id: agent.id, ...skip }]))
    .sort((one, other) => skipCodes.indexOf(one.code) - skipCodes.indexOf(other.code) || one.agent_id - other.agent_id)
  return {
    eligible: eligible.map(({ agent, share }, index) => ({
      agent_id: agent.id,
      place: index + 1,
      share,
      reason: firsts.get(agent.id)?.reason ?? eligibleReason(agent, index, input),
    })),
    skipped,
  }
}

const lastOffer = ({ last_offer_at }: AgentState): number => Date.parse(last_offer_at ?? '1970-01-01')
const byLastOffer = (one: AgentState, other: AgentState): number => lastOffer(one) - lastOffer(other)

type Clock = ReturnType<typeof clocksAt>

/** Agents before the order, by their ids; whoever stands in takes the place of somebody who is on vacation. */
function whoGoesFirst({ lead, agents, names }: DecisionInput, clock: Clock): ReadonlyMap<number, First> {
  const firsts = new Map<number, First>()
  if (!lead.preferred || lead.preferred.length === 0) return firsts
  const byId = new Map(agents.map(agent => [agent.id, agent]))
  for (const { agent_id, why } of lead.preferred) {
    const agent = byId.get(agent_id)
    const standIn = agent && standInFor(agent, byId, clock)
    if (!standIn || firsts.has(standIn.id)) continue
    const own = why === 'listing' ? 'The listing’s own agent' : 'Knows this person already'
    const absent = names.agents?.[agent_id] ?? 'a colleague'
    const reason = standIn.id === agent_id ? own : `Stands in for ${absent}, who is on vacation`
    firsts.set(standIn.id, { rank: firsts.size, reason })
  }
  return firsts
}

/** The place of an agent's team among the teams that have somebody free; agents without a team are a team of their own. */
function teamTurns(free: readonly AgentState[]): (agent: AgentState) => number {
  const keyOf = ({ id, team }: AgentState) => (team ? `team ${team.id}` : `agent ${id}`)
  const teams = new Map<string, { key: string; used: number; limit: number | null; last: number; id: number }>()
  for (const agent of free) {
    const key = keyOf(agent)
    const { used, limit } = agent.week
    const team = teams.get(key) ?? { key, used: 0, limit: 0, last: 0, id: agent.id }
    teams.set(key, {
      key,
      used: team.used + used,
      limit: team.limit === null || limit === null ? null : team.limit + limit,
      last: Math.max(team.last, lastOffer(agent)),
      id: Math.min(team.id, agent.id),
    })
  }
  const order = [...teams.values()].sort(
    (one, other) => shareOf(one) - shareOf(other) || one.last - other.last || one.id - other.id,
  )
  const places = new Map(order.map(({ key }, index) => [key, index]))
  return agent => places.get(keyOf(agent)) ?? order.length
}

/** Why an agent is asked, as the offer and the ledger say it. */
function eligibleReason(
  { week, team, sevenths }: AgentState,
  index: number,
  { asked, settings }: DecisionInput,
): string {
  const share = index === 0 && asked.length === 0 ? 'Smallest share of the week' : 'Next smallest share'
  const turn = settings.team_turns && team ? `${team.name}: ${share.charAt(0).toLowerCase()}${share.slice(1)}` : share
  if (week.limit === null) return `${turn}, ${week.used} so far`
  return `${turn}, ${week.used} of ${week.limit}${sevenths === undefined ? '' : ' in the first week'}`
}

/** Why an agent is passed over; `null` when they are not. Somebody who goes first need not take the type, site, area or language. */
function skipOf(
  agent: AgentState,
  input: DecisionInput,
  { clock, firsts }: { clock: Clock; firsts: ReadonlyMap<number, First> },
): Omit<SkippedAgent, 'agent_id'> | null {
  const skip = (code: SkipCode, reason: string) => ({ code, reason: `skipped: ${reason}` })
  if (!agent.is_active) return skip('inactive', 'not active')
  if (input.asked.includes(agent.id)) return skip('asked', 'was offered this lead before')
  if (input.left_out.includes(agent.id)) return skip('left_out', 'left out by an administrator')
  if (input.blocked?.includes(agent.id)) return skip('blocked', 'blocked for this lead')
  const scope = firsts.has(agent.id) ? null : whatTheyDoNotTake(agent, input)
  if (scope) return skip(scope.code, scope.what)
  if (isUsedUp(agent.week)) return skip('weekly_quota', `weekly quota used ${usedOf(agent.week)}`)
  if (isUsedUp(agent.today)) return skip('daily_quota', `daily quota used ${usedOf(agent.today)}`)
  if (agent.untouched >= input.settings.max_untouched)
    return skip('untouched', `${agent.untouched} untouched leads, limit ${input.settings.max_untouched}`)
  const off = timeOff(agent, clock(agent.zone))
  return off && skip(off.code, off.reason)
}

/** A type, site, area or language that the agent does not take. */
function whatTheyDoNotTake(agent: AgentState, { lead, names }: DecisionInput): { code: SkipCode; what: string } | null {
  const lacks = (code: SkipCode, what: string) => ({ code, what: `does not take ${what}` })
  if (!agent.lead_types.includes(lead.type)) return lacks('type', lead.type === 'rental' ? 'renters' : 'buyers')
  if (lead.site_id !== null && !agent.site_ids.includes(lead.site_id))
    return lacks('site', names.sites[lead.site_id] ?? 'this site')
  if (lead.area_ids.length > 0 && !agent.area_ids.some(id => lead.matching_area_ids.includes(id))) {
    const [first, ...others] = lead.area_ids.flatMap(id => names.areas[id] ?? [])
    return lacks('area', `${first ?? 'the area'}${others.length > 0 ? ` +${others.length}` : ''}`)
  }
  return speaks(agent, lead.language) ? null : { code: 'language', what: `does not speak ${lead.language}` }
}

const speaks = ({ languages = [] }: AgentState, language = ''): boolean =>
  language === '' || languages.length === 0 || languages.some(one => one.toLowerCase() === language.toLowerCase())

const isUsedUp = ({ used, limit }: QuotaUse): boolean => limit !== null && used >= limit
const usedOf = ({ used, limit }: QuotaUse): string => `${used}/${limit ?? 0}`
