import { type Decision, type DecisionInput, decide, shareOf } from './decide.ts'

/** A decision as the ledger holds it: all that it depended on, so that it can be made again, and what it came to. */
export interface RecordedDecision {
  round: number
  input: DecisionInput
  decision: Decision
  /** The agent who was offered the lead; `null` when nobody was eligible. */
  chosen: number | null
}

/**
 * The same input without what cannot change the decision: places and sites of agents that have nothing to do with the lead.
 * A thousand agents with a hundred areas each would fill the ledger otherwise.
 */
export function onlyRelevant(input: DecisionInput): DecisionInput {
  const { lead, agents } = input
  const matching = new Set(lead.matching_area_ids)
  const reduced = agents.map(agent => ({
    ...agent,
    area_ids: agent.area_ids.filter(id => matching.has(id)),
    site_ids: agent.site_ids.filter(id => id === lead.site_id),
  }))
  const used = new Set(reduced.flatMap(({ area_ids }) => area_ids))
  return {
    ...input,
    agents: reduced,
    lead: { ...lead, matching_area_ids: lead.matching_area_ids.filter(id => used.has(id)) },
  }
}

/** Whether the recorded input, decided again, gives the recorded decision. */
export const isReproduced = ({ input, decision }: RecordedDecision, at: Date): boolean =>
  JSON.stringify(decide(input, at)) === JSON.stringify(decision)

/** Everybody whom a decision looked at, the order first and then those who were skipped, as screens list them. */
export function agentsLookedAt({ input, decision }: RecordedDecision, nameOf: (id: number) => string) {
  const states = new Map(input.agents.map(agent => [agent.id, agent]))
  const row = (
    id: number,
    result: { place: number | null; code: Decision['skipped'][number]['code'] | null; reason: string },
  ) => {
    const state = states.get(id)
    const week = state?.week ?? { used: 0, limit: null }
    return {
      agent: { id, name: nameOf(id) },
      ...result,
      rung: state?.rung ?? null,
      week,
      today: state?.today ?? { used: 0, limit: null },
      share: shareOf(week),
      last_offer_at: state?.last_offer_at ?? null,
    }
  }
  return [
    ...decision.eligible.map(({ agent_id, place, reason }) => row(agent_id, { place, code: null, reason })),
    ...decision.skipped.map(({ agent_id, code, reason }) => row(agent_id, { place: null, code, reason })),
  ]
}
