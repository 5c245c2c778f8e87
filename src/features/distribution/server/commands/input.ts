import type { Change } from '../../../../platform/server/context.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { quotaTypeOf } from '../../../quotas/rules/quotaTypes.ts'
import { type AskedListing, listingAsked } from '../../events.ts'
import type { AgentState, DecisionInput, Preference } from '../../rules/decide.ts'
import { onlyRelevant } from '../../rules/record.ts'
import type { DistributionSettings } from '../../rules/states.ts'
import { acquaintanceOf, factsOf } from '../queries/acquaintances.ts'
import { agentFacts } from '../queries/agents.ts'
import { blockedAgents } from '../queries/blocks.ts'
import type { DistributedLead } from '../queries/states.ts'
import { quotaStates } from './quota.ts'

/** What a decision is asked with. */
interface AskedDecision {
  asked: readonly number[]
  left_out: readonly number[]
  settings: DistributionSettings
  /** The listing that the lead came for, by the number of the listing service. */
  asked_about: string | null
}

/** Everything that a decision about a lead depends on, as it is now. */
export async function inputFor(
  ctx: Change,
  lead: DistributedLead,
  { asked, left_out, settings, asked_about }: AskedDecision,
): Promise<DecisionInput> {
  const type = quotaTypeOf(lead.roles)
  const [facts, quotaOf, places] = [await agentFacts(ctx), await quotaStates(ctx, type), await placesOf(ctx)]
  const agents = facts.map(({ name: _, ...agent }): AgentState => ({ ...agent, ...quotaOf(agent.id) }))
  const areas = Object.fromEntries(lead.area_ids.map(id => [id, places.areas.get(id)?.name ?? '']))
  const site = lead.site_id === null ? null : places.sites.get(lead.site_id)
  const { language } = settings.match_languages ? await factsOf(ctx, lead.id) : { language: '' }
  const preferred = await preferredFor(ctx, { lead_id: lead.id, settings, asked_about })
  const known = new Map(facts.map(({ id, name }) => [id, name]))
  const blocked = await blockedAgents(ctx, lead.id)
  return onlyRelevant({
    lead: {
      type,
      site_id: lead.site_id,
      area_ids: lead.area_ids,
      matching_area_ids: matchingAreas(places, lead.area_ids),
      ...(language === '' ? {} : { language }),
      ...(preferred.length === 0 ? {} : { preferred }),
    },
    agents,
    asked,
    left_out,
    ...(blocked.length === 0 ? {} : { blocked }),
    settings: { max_untouched: settings.max_untouched, ...(settings.team_turns ? { team_turns: true } : {}) },
    names: {
      areas,
      sites: site ? { [site.id]: site.domain } : {},
      ...(preferred.length === 0
        ? {}
        : { agents: Object.fromEntries(preferred.map(({ agent_id }) => [agent_id, known.get(agent_id) ?? ''])) }),
    },
  })
}

/** The agents before the order, as far as the settings say so. */
async function preferredFor(
  ctx: Change,
  { lead_id, settings, asked_about }: { lead_id: number; settings: DistributionSettings; asked_about: string | null },
): Promise<Preference[]> {
  const returning = settings.returning_first ? await acquaintanceOf(ctx, lead_id) : null
  const listing = settings.listing_agent_first && asked_about !== null ? await agentOfListing(ctx, asked_about) : null
  return [
    ...(listing === null ? [] : [{ agent_id: listing, why: 'listing' as const }]),
    ...(returning === null || returning === listing ? [] : [{ agent_id: returning, why: 'returning' as const }]),
  ]
}

async function agentOfListing(ctx: Change, mls_number: string): Promise<number | null> {
  const asked: AskedListing = { mls_number, agent_ids: [] }
  await listingAsked.emit(ctx, asked)
  return asked.agent_ids[0] ?? null
}

type Places = Awaited<ReturnType<typeof placesOf>>

/** These areas, all that they lie in, and all that lies in them, with what was merged into any. */
function matchingAreas({ areas, children, merged }: Places, ids: readonly number[]): number[] {
  const found = new Set<number>()
  const inside = (id: number) => {
    found.add(id)
    for (const child of children.get(id) ?? []) inside(child.id)
  }
  for (const given of ids) {
    const id = areas.get(given)?.id ?? given
    inside(id)
    for (let parent = areas.get(id)?.parent_id ?? null; parent !== null; parent = areas.get(parent)?.parent_id ?? null)
      found.add(parent)
  }
  for (const { id, into } of merged) if (found.has(into)) found.add(id)
  return [...found]
}
