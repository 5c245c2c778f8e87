import type { Change } from '../../../platform/server/context.ts'
import {
  leadAgentsChanged,
  leadsCreated,
  leadsMerged,
  leadsRemoved,
  leadsRestored,
  leadsRewritten,
  leadUpdated,
} from '../../leads/events.ts'
import { userChanged } from '../../people/events.ts'
import { quotaPresence } from '../../quotas/events.ts'
import { colleagueTexted } from '../../text-messages/events.ts'
import { bogusFlagged, type EndedTransfer, transfersEnded } from '../../transfers/events.ts'
import { absenceOn } from '../rules/presence.ts'
import { IMPORT, type OfferOutcome, setAside } from '../rules/states.ts'
import { isAcceptance } from '../rules/textAnswer.ts'
import { distributeLead, passOn, pool, publishPool, rest, writeOwned } from './commands/distribute.ts'
import { settleOffer } from './commands/offers.ts'
import { giveBackAll } from './commands/quota.ts'
import { acceptByText } from './commands/textAnswers.ts'
import { absencesOf } from './queries/agents.ts'
import { appendEntry } from './queries/ledger.ts'
import { distributionSettings } from './queries/settings.ts'
import {
  lockAllDistributed,
  lockDistributed,
  retypePooled,
  type StoredState,
  stalledLeads,
  statesOf,
} from './queries/states.ts'

/** New leads without an agent are offered at once, unless their source says that they rest. */
export function distributeNewLeads(): void {
  leadsCreated.on(async (ctx, { leads, is_import }) => {
    const unowned = leads.filter(({ agent_id }) => agent_id === null)
    if (unowned.length === 0) return
    const { is_on, resting_sources } = await distributionSettings(ctx)
    if (!is_on || (is_import && resting_sources.includes(IMPORT))) return
    for (const { id, source, asked_about } of unowned)
      if (!resting_sources.includes(source)) await distributeLead(ctx, id, { asked_about })
  })
}

/** Goes on when an offer ends. */
export function followOffers(): void {
  transfersEnded.on(async (ctx, { transfers }) => {
    for (const transfer of transfers)
      if (transfer.kind === 'offer') await settleOffer(ctx, { ...transfer, outcome: outcomes[transfer.state] })
  })
}

const outcomes: Readonly<Record<EndedTransfer['state'], OfferOutcome>> = {
  accepted: 'accepted',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'withdrawn',
}

/** Agents accept offers by text. */
export function answerTexts(): void {
  colleagueTexted.on(async (ctx, { user_id, agent_id, body, answer }) => {
    if (!isAcceptance(body)) return
    const said = await acceptByText(ctx, { user_id, agent_id })
    if (said !== null) answer(said)
  })
}

/** Keeps where leads stand right when something else happens to them. */
export function followLeads(): void {
  leadAgentsChanged.on(async (ctx, { leads }) => {
    const after = new Map(leads.map(lead => [lead.id, lead.after]))
    for (const state of await statesOf(ctx, [...after.keys()]))
      await agentChanged(ctx, state, after.get(state.lead_id) ?? null)
  })
  leadsRemoved.on((ctx, { leads }) => restAll(ctx, leads, setAside.deleted))
  leadsRestored.on((ctx, { leads }) => goOn(ctx, leads, setAside.deleted))
  bogusFlagged.on(async (ctx, { id, is_bogus }) => {
    if (!is_bogus) return goOn(ctx, [{ id }], setAside.bogus)
    await restAll(ctx, [{ id }], setAside.bogus)
    await giveBackAll(ctx, id, 'Bogus')
  })
  leadsMerged.on(async (ctx, { id }) => passOn(ctx, id))
  userChanged.on(async (ctx, { is_active }) => {
    if (is_active) return
    const stalled = await stalledLeads(ctx, MAX_STALLED)
    await lockAllDistributed(ctx, stalled)
    for (const id of stalled) await passOn(ctx, id)
  })
}

/** Leads of the pool count towards the quota for renters or for buyers, as their roles say. */
export function followRoles(): void {
  const follow = async (ctx: Change, ids: readonly number[]) => {
    for (const id of await retypePooled(ctx, ids)) publishPool(ctx, id)
  }
  leadUpdated.on(async (ctx, { id, after }) => {
    if ('roles' in after) await follow(ctx, [id])
  })
  leadsRewritten.on((ctx, { leads }) =>
    follow(
      ctx,
      leads.flatMap(({ id, after }) => ('roles' in after ? id : [])),
    ),
  )
}

/** Leads that are put right at once; a job finds the rest within a minute. */
export const MAX_STALLED = 200

async function agentChanged(
  ctx: Change,
  { lead_id, lead_type, state, round }: StoredState,
  agent_id: number | null,
): Promise<void> {
  const lead = await lockDistributed(ctx, lead_id)
  if (!lead) return
  if (agent_id === null) await pool(ctx, { lead_id, lead_type, round, why: 'No longer with an agent' })
  else if (state !== 'owned') {
    await writeOwned(ctx, lead, round, 'Given to an agent')
    await appendEntry(ctx, { lead_id, kind: 'assigned', agent_id })
    if (state === 'pooled') publishPool(ctx, lead_id)
  }
}

async function restAll(ctx: Change, leads: readonly { id: number }[], why: string): Promise<void> {
  const states = await statesOf(
    ctx,
    leads.map(({ id }) => id),
  )
  for (const { lead_id, state, round } of states) {
    if (state !== 'offered' && state !== 'pooled') continue
    const lead = await lockDistributed(ctx, lead_id)
    if (lead) await rest(ctx, lead, round, why)
    if (state === 'pooled') publishPool(ctx, lead_id)
  }
}

/** Distributes leads that were set aside on their way to an agent, for this reason, from the start. */
async function goOn(ctx: Change, leads: readonly { id: number }[], why: string): Promise<void> {
  const states = await statesOf(
    ctx,
    leads.map(({ id }) => id),
  )
  const waiting = states.filter(state => state.state === 'resting' && state.why === why)
  if (waiting.length === 0 || !(await distributionSettings(ctx)).is_on) return
  for (const { lead_id } of waiting) await distributeLead(ctx, lead_id)
}

/** Tells the quotas who takes no leads today, and above how many untouched ones nobody gets more. */
export function contributePresence(): void {
  quotaPresence.from(async (ctx, { agent_ids }) => {
    const { max_untouched } = await distributionSettings(ctx)
    const away = new Map<number, string>()
    const off = new Set<number>()
    for (const { agent_id, ...absences } of await absencesOf(ctx, agent_ids)) {
      const absence = absenceOn(absences, ctx.now)
      if (absence?.code === 'away') away.set(agent_id, absence.until)
      else if (absence) off.add(agent_id)
    }
    return { away, off, untouched_limit: max_untouched }
  })
}
