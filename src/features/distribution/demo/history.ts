import { addMinutes, addSeconds, differenceInSeconds, subDays, subHours } from 'date-fns'
import { sql } from 'kysely'
import type { Demo } from '../../../platform/demo/part.ts'
import { type Random, randomOf } from '../../../platform/demo/random.ts'
import type { Change } from '../../../platform/server/context.ts'
import { instantText } from '../../../platform/wire/fields.ts'
import { quotaTypeOf } from '../../quotas/rules/quotaTypes.ts'
import { type AgentState, type DecisionInput, decide } from '../rules/decide.ts'
import { onlyRelevant, type RecordedDecision } from '../rules/record.ts'
import { defaultSettings } from '../rules/states.ts'
import { type QuotaState, quotaStates } from '../server/commands/quota.ts'
import { type AgentFacts, agentFacts } from '../server/queries/agents.ts'
import { appendEntry } from '../server/queries/ledger.ts'
import { endOffer, insertOffer, markReceipt } from '../server/queries/offers.ts'
import { writeState } from '../server/queries/states.ts'

/** Offers of the last month whose decisions are made up. */
const DECIDED = 150
const DAYS = 29
const OFFER_MINUTES = defaultSettings.offer_minutes
/** The share of the week that whoever was asked had used, about; the others had used more. */
const SHARE_OF_CHOSEN = 0.35

interface AcceptedOffer {
  transfer_id: number
  lead_id: number
  agent_id: number
  roles: string[]
  site_id: number | null
  area_ids: number[]
  offered_at: Date
  answered_at: Date
}

/** How the leads of the last month came to their agents, so that there is a past to rehearse draft rules on. */
export async function addHistory(demo: Demo, changeAt: (at: Date) => Change): Promise<void> {
  const ctx = changeAt(demo.now)
  const agents = await agentFacts(ctx)
  const quotas = { buyer: await quotaStates(ctx, 'buyer'), rental: await quotaStates(ctx, 'rental') }
  const random = randomOf(demo.seed + 31, 0)
  for (const offer of await acceptedOffers(demo)) {
    const type = quotaTypeOf(offer.roles)
    const states = agents.map(agent => stateAt(agent, quotas[type](agent.id), { offer, random }))
    const input = onlyRelevant({
      lead: { type, site_id: offer.site_id, area_ids: offer.area_ids, matching_area_ids: offer.area_ids },
      agents: states,
      asked: [],
      left_out: [],
      settings: { max_untouched: defaultSettings.max_untouched },
      names: { areas: {}, sites: {} },
    })
    await record(changeAt, offer, input)
  }
}

async function acceptedOffers({ db, now }: Demo): Promise<AcceptedOffer[]> {
  const { rows } = await sql<
    Omit<AcceptedOffer, 'offered_at' | 'answered_at'> & Record<'offered' | 'answered', string>
  >`
    SELECT t.id AS transfer_id, t.lead_id, t.to_agent_id AS agent_id, l.roles, l.site_id, l.area_ids,
           t.created_at AS offered, t.decided_at AS answered
    FROM lead_transfers t JOIN leads l ON l.id = t.lead_id AND l.agent_id = t.to_agent_id
    WHERE t.kind = 'offer' AND t.state = 'accepted' AND t.created_at > ${subDays(now, DAYS)} AND l.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM distribution_ledger d WHERE d.lead_id = l.id)
    ORDER BY t.created_at DESC, t.id LIMIT ${DECIDED}`.execute(db)
  return rows
    .map(({ offered, answered, ...row }) => ({
      ...row,
      offered_at: new Date(offered),
      answered_at: new Date(answered),
    }))
    .toReversed()
}

/** How an agent stood at the time: whoever got the lead takes it, and had used the smallest share of the week. */
function stateAt(
  { name: _, ...agent }: AgentFacts,
  quota: QuotaState,
  { offer, random }: { offer: AcceptedOffer; random: Random },
): AgentState {
  const isChosen = agent.id === offer.agent_id
  const limit = quota.week.limit ?? 10
  const used = isChosen
    ? Math.floor(limit * SHARE_OF_CHOSEN)
    : Math.min(limit, Math.floor(limit * (SHARE_OF_CHOSEN + 0.02 + random.share() * 0.7)) + 1)
  const hours = isChosen ? 100 : 1 + random.share() * 90
  const always = { days_off: [], starts_at: null, ends_at: null, away_from: null, away_until: null, untouched: 0 }
  const takes = {
    lead_types: ['buyer', 'rental'],
    site_ids: offer.site_id === null ? [] : [offer.site_id],
    area_ids: offer.area_ids,
  }
  return {
    ...agent,
    ...quota,
    ...always,
    ...(isChosen ? { ...takes, is_active: true } : {}),
    today: { used: 0, limit: quota.today.limit },
    week: { used, limit: quota.week.limit },
    last_offer_at: instantText(subHours(offer.offered_at, hours)),
  }
}

/** Writes what the decision, the offer and its answer would have left behind. */
async function record(changeAt: (at: Date) => Change, offer: AcceptedOffer, input: DecisionInput): Promise<void> {
  const { lead_id, agent_id, transfer_id, offered_at, answered_at } = offer
  const decision = decide(input, offered_at)
  const [first] = decision.eligible
  if (first?.agent_id !== agent_id) return
  const at = changeAt(offered_at)
  const content: RecordedDecision = { round: 1, input, decision, chosen: agent_id }
  await appendEntry(at, { lead_id, kind: 'decided', agent_id, content })
  const expires_at = addMinutes(offered_at, OFFER_MINUTES)
  const times = { offered_at: instantText(offered_at), expires_at: instantText(expires_at) }
  const offer_id = await insertOffer(at, {
    lead_id,
    agent_id,
    transfer_id,
    round: 1,
    place: 1,
    why: first.reason,
    use_id: null,
    ...times,
  })
  await appendEntry(at, { lead_id, kind: 'offered', agent_id, offer_id, content: { place: 1, ...times } })
  const seen = changeAt(addSeconds(offered_at, Math.floor(differenceInSeconds(answered_at, offered_at) / 2)))
  await markReceipt(seen, offer_id, 'seen')
  const answered = changeAt(answered_at)
  await endOffer(answered, { lead_id, agent_id, outcome: 'accepted' })
  await appendEntry(answered, { lead_id, kind: 'accepted', agent_id, offer_id })
  await writeState(answered, { lead_id, state: 'owned', lead_type: input.lead.type, round: 1, why: 'Accepted' })
}
