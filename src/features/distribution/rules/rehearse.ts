import { mondayOf } from '../../../platform/wire/days.ts'
import { dayIn, partOfWeek } from '../../quotas/rules/limits.ts'
import type { QuotaType } from '../../quotas/rules/quotaTypes.ts'
import { type AgentState, type DecisionInput, decide, type SkipCode } from './decide.ts'
import { clocksAt } from './presence.ts'
import type { RecordedDecision } from './record.ts'
import type { OfferOutcome } from './states.ts'

/** How an offer ended, and after how many seconds; one that ran out counts with all its time. */
export interface Answer {
  outcome: OfferOutcome
  seconds: number
}

/** One decision of the past with the offer that followed. */
export interface PastStep {
  /** ISO 8601. */
  at: string
  input: DecisionInput
  chosen: number | null
  /** `null` when nobody was asked. */
  answer: Answer | null
}

/** All decisions about a lead from its first offer to its agent or the pool; the first one first. */
export interface PastRound {
  lead_id: number
  steps: readonly PastStep[]
}

/** What a draft makes of the limits of an agent; `null` where it leaves them as they were. */
export type DraftLimits = (agent: AgentState, type: QuotaType) => { daily: number; weekly: number } | null

/** An offer as it happened, or as it would have. */
export interface RehearsedOffer extends Answer {
  agent_id: number
}

/** What became of a lead: its offers, and whose it was at the end; `null` for the pool. */
interface Course {
  offers: RehearsedOffer[]
  owner: number | null
}

/** A lead as it went, and as it would go. */
export interface RehearsedLead {
  lead_id: number
  was: Course
  draft: Course
}

/** Reasons that no quota changes: who has one of these is not looked at again. */
const fixedReasons: ReadonlySet<SkipCode> = new Set([
  'left_out',
  'blocked',
  'type',
  'site',
  'area',
  'language',
  'inactive',
])

/** The input of a recorded decision without agents who could not have got the lead whatever the quota. */
export function withCandidates({ input, decision }: Pick<RecordedDecision, 'input' | 'decision'>): DecisionInput {
  // Whoever is preferred may have a substitute among anybody.
  if (input.lead.preferred) return input
  const fixed = new Set(decision.skipped.flatMap(({ agent_id, code }) => (fixedReasons.has(code) ? agent_id : [])))
  return { ...input, agents: input.agents.filter(({ id }) => !fixed.has(id)) }
}

interface RehearsalOptions {
  limits: DraftLimits
  /** Agents who are asked before a lead joins the pool. */
  max_agents: number
  /** Seconds after which an offer is over. */
  offer_seconds: number
}

/**
 * Decides rounds of the past again under other limits, in the order in which they began. Every decision gets its recorded input;
 * only limits, and what follows from leads that went elsewhere before, differ. Somebody who was not asked at the time answers as they
 * answered other offers, one after the other. With the limits of the past everything comes out as it was.
 */
export function rehearse(rounds: readonly PastRound[], options: RehearsalOptions): RehearsedLead[] {
  const world = differences()
  const answers = answersOf(rounds, options.offer_seconds)
  return rounds.map(round => {
    const was = courseOf(round)
    const draft = rehearseRound(round, { ...options, world, answers })
    world.settle(round, { was, draft })
    return { lead_id: round.lead_id, was, draft }
  })
}

/** What happened to a lead. */
function courseOf({ steps }: PastRound): Course {
  const offers = steps.flatMap(({ chosen, answer }) =>
    chosen === null || !answer ? [] : [{ agent_id: chosen, ...answer }],
  )
  const last = offers.at(-1)
  return { offers, owner: last?.outcome === 'accepted' ? last.agent_id : null }
}

interface Rehearsing extends RehearsalOptions {
  world: Differences
  answers: (agentId: number) => Answer
}

function rehearseRound({ steps }: PastRound, { limits, max_agents, world, answers }: Rehearsing): Course {
  const offers: RehearsedOffer[] = []
  let isAsItWas = true
  let moment = Date.parse(steps[0]?.at ?? '')
  for (let turn = 0; isAsItWas ? turn < steps.length : turn < max_agents; turn++) {
    const step = steps[turn] ?? steps.at(-1)
    if (!step) break
    if (isAsItWas) moment = Date.parse(step.at)
    const now = new Date(moment)
    const asked: readonly number[] = isAsItWas
      ? step.input.asked
      : [...(steps[0]?.input.asked ?? []), ...offers.map(offer => offer.agent_id)]
    const { lead } = step.input
    const draft = { clock: clocksAt(now), type: lead.type, limits }
    const agents = step.input.agents.map(agent => world.asIfDraft(agent, draft))
    const [first] = decide({ ...step.input, asked, agents }, now).eligible
    const chosen: number | null = first?.agent_id ?? null
    isAsItWas &&= chosen === step.chosen
    if (chosen === null) break
    const answer = isAsItWas && step.answer ? step.answer : answers(chosen)
    offers.push({ agent_id: chosen, outcome: answer.outcome, seconds: answer.seconds })
    moment += answer.seconds * 1000
    if (answer.outcome === 'accepted') return { offers, owner: chosen }
  }
  return { offers, owner: null }
}

/** How agents answer offers that they were not made: as they answered others, in turn; whoever never answered, as everybody did. */
function answersOf(rounds: readonly PastRound[], offer_seconds: number): (agentId: number) => Answer {
  const all: Answer[] = []
  const own = new Map<number, Answer[]>()
  for (const { steps } of rounds)
    for (const { chosen, answer } of steps) {
      if (chosen === null || !answer || answer.outcome === 'withdrawn') continue
      all.push(answer)
      const known = own.get(chosen)
      if (known) known.push(answer)
      else own.set(chosen, [answer])
    }
  const turns = new Map<number, number>()
  const silent: Answer = { outcome: 'expired', seconds: offer_seconds }
  return agentId => {
    const known = own.get(agentId) ?? all
    const turn = turns.get(agentId) ?? 0
    turns.set(agentId, turn + 1)
    return known[turn % known.length] ?? silent
  }
}

interface Draft {
  clock: ReturnType<typeof clocksAt>
  type: QuotaType
  limits: DraftLimits
}

/** In what the rehearsed past differs from the real one so far. */
interface Differences {
  /** An agent of a recorded input as they would stand. */
  asIfDraft(agent: AgentState, draft: Draft): AgentState
  /** Records how a round went, and how it would have. */
  settle(round: PastRound, courses: { was: Course; draft: Course }): void
}

function differences(): Differences {
  /** Leads more than at the time: by agent, then by type and day or week. */
  const more = new Map<number, Map<string, number>>()
  /** The last offer of those who would have been asked at other times. */
  const lastOffers = new Map<number, string | null>()
  const weekOf = (day: string) => `week ${mondayOf(day)}`
  const count = (agent: AgentState | undefined, { at, type, by }: { at: string; type: QuotaType; by: number }) => {
    if (!agent) return
    const own = more.get(agent.id) ?? new Map<string, number>()
    const day = dayIn(new Date(at), agent.zone)
    for (const key of [`${type} ${day}`, `${type} ${weekOf(day)}`]) own.set(key, (own.get(key) ?? 0) + by)
    more.set(agent.id, own)
  }
  return {
    asIfDraft(agent, { clock, type, limits }) {
      const limit = limits(agent, type)
      const last = lastOffers.get(agent.id)
      const own = more.get(agent.id)
      if (limit === null && !own && last === undefined) return agent
      const day = own ? clock(agent.zone).day : ''
      const weekly = limit && (agent.sevenths === undefined ? limit.weekly : partOfWeek(limit.weekly, agent.sevenths))
      const used = (recorded: number, span: () => string) =>
        own ? Math.max(0, recorded + (own.get(`${type} ${span()}`) ?? 0)) : recorded
      return {
        ...agent,
        today: { used: used(agent.today.used, () => day), limit: limit ? limit.daily : agent.today.limit },
        week: { used: used(agent.week.used, () => weekOf(day)), limit: limit ? weekly : agent.week.limit },
        last_offer_at: last === undefined ? agent.last_offer_at : last,
      }
    },
    settle({ steps }, { was, draft }) {
      const [first] = steps
      if (!first) return
      const { at, input } = first
      const known = new Map(steps.flatMap(step => step.input.agents.map(agent => [agent.id, agent] as const)))
      const { type } = input.lead
      if (was.owner !== draft.owner) {
        if (was.owner !== null) count(known.get(was.owner), { at, type, by: -1 })
        if (draft.owner !== null) count(known.get(draft.owner), { at, type, by: 1 })
      }
      const asked = new Set(was.offers.map(({ agent_id }) => agent_id))
      const wouldBe = new Set(draft.offers.map(({ agent_id }) => agent_id))
      for (const id of asked)
        if (!wouldBe.has(id) && !lastOffers.has(id)) lastOffers.set(id, known.get(id)?.last_offer_at ?? null)
      for (const id of wouldBe) {
        if (!asked.has(id)) lastOffers.set(id, at)
        else lastOffers.delete(id)
      }
    },
  }
}
