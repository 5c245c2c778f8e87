import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { LeadDistribution } from '../../contract.ts'
import { agentsLookedAt, type RecordedDecision } from '../../rules/record.ts'
import { namesOfAgents } from './agents.ts'
import { checkChain, entriesOf } from './ledger.ts'
import { offersOfLead } from './offers.ts'
import { distributionSettings } from './settings.ts'
import { stateOf } from './states.ts'

/** Everything about the distribution of a lead, with the chain of its ledger checked. */
export async function leadDistribution(ctx: QueryContext, leadId: number): Promise<LeadDistribution> {
  const { rows } = await sql<Pick<Row<'leads'>, 'agent_id' | 'created_at' | 'claimed_at'>>`
    SELECT agent_id, created_at, claimed_at FROM leads WHERE id = ${leadId}`.execute(ctx.db)
  const [lead] = rows
  if (!lead) throw new Error('A lead that was found is missing.')
  const state = await stateOf(ctx, leadId)
  const entries = await entriesOf(ctx, leadId)
  const recorded = entries.filter(({ kind }) => kind === 'decided').flatMap(readDecision)
  const ids = recorded.flatMap(({ input }) => input.agents.map(({ id }) => id))
  const names = await namesOfAgents(ctx, [...new Set([...ids, ...(lead.agent_id === null ? [] : [lead.agent_id])])])
  const nameOf = (id: number) => names.get(id) ?? 'Nobody'
  const { offer_minutes, max_agents } = await distributionSettings(ctx)
  const standing =
    lead.agent_id === null
      ? { state: 'resting' as const, why: 'Not offered yet', since: lead.created_at }
      : { state: 'owned' as const, why: 'Has an agent', since: lead.claimed_at ?? lead.created_at }
  const isCurrent = state !== null && (state.state === 'owned') === (lead.agent_id !== null)
  const { why, since, state: reached } = isCurrent ? state : standing
  return {
    lead_id: leadId,
    state: reached,
    why,
    since,
    agent: lead.agent_id === null ? null : { id: lead.agent_id, name: nameOf(lead.agent_id) },
    signed_up_at: lead.created_at,
    settings: { offer_minutes, max_agents },
    offers: await offersOfLead(ctx, leadId),
    decisions: recorded.map(decision => ({
      entry: decision.entry,
      at: decision.at,
      round: decision.round,
      agents: agentsLookedAt(decision, nameOf),
    })),
    ledger: checkChain(entries, ctx.now),
  }
}

/** A decision as it was recorded; nothing where somebody tampered with the entry, which the check of the chain says. */
function readDecision({ entry, at, content }: Pick<Row<'distribution_ledger'>, 'entry' | 'at' | 'content'>) {
  const recorded = JSON.parse(content) as Partial<RecordedDecision>
  const { round, input, decision, chosen = null } = recorded
  return round && input && decision ? [{ entry, at, round, input, decision, chosen }] : []
}
