import type { ReadContext, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { invalid, notFound } from '../../../../platform/server/errors.ts'
import type { Right } from '../../../../platform/wire/call.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import type { MatchClient, MatchLead, Proposal } from '../../contract.ts'
import { dealClientsMatched } from '../../events.ts'
import { seesAllDeals } from '../../rules/kinds.ts'
import { matchOf, WORTH_SHOWING } from '../../rules/matching.ts'
import { candidatesFor, matchLeads } from '../queries/candidates.ts'
import { type ClientOfDeal, clientsByIds, lockClients } from '../queries/clients.ts'
import { dealAudience } from '../queries/reach.ts'
import { updateMatch } from '../queries/writes.ts'

/** Suggestions for one client at the most. */
const MAX_PROPOSALS = 3

/**
 * The same caller as one who looks leads up for matching: whoever works on all deals finds every lead by name, e-mail and
 * phone, whether or not they may open it.
 */
export function lookingUp<Ctx extends { viewer: Viewer }>(ctx: Ctx): Ctx {
  if (!seesAllDeals(ctx.viewer)) return ctx
  const everything: Right[] = ['view_leads', 'view_all_leads', 'view_profiles_for_leads']
  return { ...ctx, viewer: { ...ctx.viewer, rights: new Set([...ctx.viewer.rights, ...everything]) } }
}

/** Puts beside each client the leads that they may be, best first; clients who are known get none. */
export async function withProposals(ctx: ReadContext, clients: readonly ClientOfDeal[]): Promise<MatchClient[]> {
  const open = clients.filter(client => !client.is_matched && !client.is_user_verified)
  const asked = open.map(({ id, email, phone, lonewolf_client }) => ({ id, email, phone, ...lonewolf_client }))
  const candidates = await candidatesFor(lookingUp(ctx), asked)
  const byClient = Map.groupBy(candidates, candidate => candidate.client_id)
  return clients.map(client => {
    const found = (byClient.get(client.id) ?? []).map(({ lead, alike, client_first, client_last }): Proposal => {
      const { first, last, emails, phones, ...shown } = lead
      const own = { first: client_first, last: client_last, emails: folded(client.email), phones: known(client.phone) }
      return { lead: shown, ...matchOf(own, { first, last, emails, phones }, alike) }
    })
    const worth = found.filter(({ score }) => score >= WORTH_SHOWING)
    return { ...client, proposals: worth.toSorted((a, b) => b.score - a.score).slice(0, MAX_PROPOSALS) }
  })
}

const known = (value: string | null): string[] => (value ? [value] : [])
const folded = (email: string | null): string[] => known(foldEmail(email))

/** An answer to who a client is. */
export interface WantedMatch {
  id: number
  user_id: number | null
  is_user_verified?: boolean | undefined
}

/** Says of clients which lead each is, or that it is none; answers the clients as they are then. */
export async function matchClients(ctx: WriteContext, wanted: readonly WantedMatch[]): Promise<ClientOfDeal[]> {
  const ids = wanted.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid({ matches: ['Each client can be matched only once.'] })
  const leadsBefore = await lockClients(ctx, ids)
  const before = new Map((await clientsByIds(ctx, ids)).map(client => [client.id, client]))
  if (before.size < ids.length) throw notFound('client')
  const leadIds = wanted.flatMap(({ user_id }) => user_id ?? [])
  const leads = new Map((await matchLeads(lookingUp(ctx), leadIds)).map(lead => [lead.id, lead]))
  if (leadIds.some(id => !leads.has(id))) throw notFound('lead')
  for (const { id, user_id, is_user_verified = true } of wanted) {
    await updateMatch(ctx, id, { lead_id: user_id, is_verified: is_user_verified })
    ctx.audit({
      subject: 'deal_client',
      subject_id: id,
      before: { lead_id: leadsBefore.get(id) ?? null },
      after: { lead_id: user_id },
    })
  }
  await recordOpened(ctx, wanted, { before, leadsBefore, leads })
  const clients = await clientsByIds(ctx, ids)
  const deals = [...new Set(clients.map(({ deal_id }) => deal_id))]
  await dealClientsMatched.emit(ctx, {
    clients: wanted.map(({ id, user_id }) => ({ id, deal_id: before.get(id)?.deal_id ?? 0, lead_id: user_id })),
  })
  ctx.changed('deals', deals, await dealAudience(ctx, deals))
  return clients
}

/** The timeline of a lead says that there is a deal, once it is known to be theirs. */
async function recordOpened(
  ctx: WriteContext,
  wanted: readonly WantedMatch[],
  known: {
    before: ReadonlyMap<number, ClientOfDeal>
    leadsBefore: ReadonlyMap<number, number | null>
    leads: ReadonlyMap<number, MatchLead & { agent_id: number | null }>
  },
): Promise<void> {
  const linked = wanted.flatMap(({ id, user_id }) => {
    const client = known.before.get(id)
    const lead = user_id === null ? null : known.leads.get(user_id)
    return client && lead && known.leadsBefore.get(id) !== lead.id ? [{ client, lead }] : []
  })
  await addMilestones(
    ctx,
    linked.map(({ client, lead }) => ({
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.dealOpened,
      description: client.deal.title,
      model_type: 'deal',
      model_id: client.deal_id,
      link: `/deals/${client.deal_id}`,
    })),
  )
}
