import type { Change, QueryContext } from '../../../platform/server/context.ts'
import { contactChannels } from '../../leads/rules.ts'
import { publishLeads } from '../../leads/server/commands/publish.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import type { Channel, ConsentBasis, ConsentKind, ConsentState, WithdrawalScope } from '../contract.ts'
import { consentsWithdrawn } from '../events.ts'
import {
  allowsCommercial,
  channelLabel,
  consentAt,
  consentEnd,
  firstEnd,
  isClosed,
  refusalSentence,
  scopeLabel,
  standingOf,
  stateLabel,
  withdrawnChannels,
} from '../rules.ts'
import { agentsOfLeads, entriesOf, insertEntries, saveOnLeads } from './queries.ts'

/** What somebody, or the lead itself, says about being reached. */
export interface ConsentGiven {
  lead_id: number
  channel: Channel
  kind: ConsentKind
  /** Of a withdrawal; everything when not said. */
  covers?: WithdrawalScope | null
  /** Needed for an implied consent. */
  basis?: ConsentBasis | null
  source: string
  evidence?: string
  /** Now when not said. */
  given_at?: Date
}

/** Adds to the ledger, keeps the leads' own field true, and writes the timeline. */
export async function recordConsents(ctx: Change, given: readonly ConsentGiven[]): Promise<void> {
  if (given.length === 0) return
  const entries = given.map(({ basis = null, covers, evidence = '', given_at = ctx.now, ...rest }) => ({
    ...rest,
    covers: rest.kind === 'withdrawn' ? (covers ?? 'all') : null,
    basis,
    evidence,
    given_at: given_at.toISOString(),
    expires_at: basis === null ? null : consentEnd(basis, given_at).toISOString(),
  }))
  await insertEntries(ctx, entries)
  const leadIds = [...new Set(given.map(({ lead_id }) => lead_id))]
  await refreshLeads(ctx, leadIds)
  const agents = await agentsOfLeads(ctx, leadIds)
  // What was said once about several channels is one line of the timeline.
  const said = Map.groupBy(entries, ({ lead_id, kind, covers, source, evidence }) =>
    JSON.stringify([lead_id, kind, covers, source, evidence]),
  )
  await addMilestones(
    ctx,
    [...said.values()].flatMap(([first, ...more]) => {
      if (!first) return []
      const { lead_id, kind, covers, source, evidence } = first
      const channels = [first, ...more].map(({ channel }) => channelLabel[channel]).join(', ')
      return {
        lead_id,
        agent_id: agents.get(lead_id) ?? null,
        milestone_type_id: milestoneType.consentChanged,
        value: `${covers === 'commercial' ? scopeLabel.commercial : channels}: ${stateLabel[kind]}`,
        description: [source, evidence].filter(Boolean).join(': '),
      }
    }),
  )
  publishLeads(
    ctx,
    leadIds.map(id => ({ id, agents: [agents.get(id) ?? null] })),
  )
  const withdrawn = entries.filter(({ kind }) => kind === 'withdrawn')
  if (withdrawn.length > 0)
    await consentsWithdrawn.emit(ctx, {
      leads: withdrawn.map(({ lead_id, channel, source }) => ({ lead_id, channel, source })),
    })
}

const DAY_MS = 86_400_000

/** Something that implies a consent of leads. */
interface Implying {
  leadIds: readonly number[]
  channels: readonly Channel[]
  basis: ConsentBasis
  source: string
  evidence?: string
  given_at: Date
}

/** Implies a consent on channels about which the leads have said nothing themselves, where it holds for longer than what is there. */
async function recordImplied(ctx: Change, { leadIds, channels, ...given }: Implying): Promise<void> {
  const end = consentEnd(given.basis, given.given_at).getTime()
  if (end <= ctx.now.getTime()) return
  const entries = await entriesOf(ctx, leadIds, channels)
  await recordConsents(
    ctx,
    leadIds.flatMap(lead_id => {
      const standing = standingOf(entries.get(lead_id) ?? [], ctx.now)
      const implied = channels.filter(channel => {
        const { state, until } = standing[channel]
        // One that holds to the same day needs no other line.
        const isLonger = until === null || Date.parse(until) < end - DAY_MS
        return state === 'none' || (state === 'implied' && isLonger)
      })
      return implied.map(channel => ({ ...given, lead_id, channel, kind: 'implied' as const }))
    }),
  )
}

/** A lead asked for something: that implies a consent. */
export const recordInquiry = (
  ctx: Change,
  { lead_id, channels, source }: { lead_id: number; channels: readonly Channel[]; source: string },
): Promise<void> => recordImplied(ctx, { leadIds: [lead_id], channels, basis: 'inquiry', source, given_at: ctx.now })

/** A deal of leads closed: that implies a consent on every channel, from then on. */
export const recordClosing = (
  ctx: Change,
  { lead_ids, deal, closed_at }: { lead_ids: readonly number[]; deal: string; closed_at: Date },
): Promise<void> =>
  recordImplied(ctx, {
    leadIds: lead_ids,
    channels: contactChannels,
    basis: 'deal',
    source: 'Closed deal',
    evidence: deal,
    given_at: closed_at,
  })

/** Makes the leads' own fields say what the ledger says now. */
export async function refreshLeads(ctx: Change, leadIds: readonly number[]): Promise<void> {
  const entries = await entriesOf(ctx, leadIds, contactChannels)
  const changed = await saveOnLeads(
    ctx,
    leadIds.map(id => {
      const standing = standingOf(entries.get(id) ?? [], ctx.now)
      return {
        id,
        consent_email: standing.email.state,
        withdrawn_channels: withdrawnChannels(standing),
        consent_ends_at: firstEnd(standing),
      }
    }),
  )
  publishLeads(
    ctx,
    changed.map(({ id, agent_id }) => ({ id, agents: [agent_id] })),
  )
}

async function emailConsents(ctx: QueryContext, leadIds: readonly number[]): Promise<Map<number, ConsentState>> {
  const entries = await entriesOf(ctx, leadIds, ['email'])
  return new Map(leadIds.map(id => [id, consentAt(entries.get(id) ?? [], ctx.now)]))
}

/** Which of these leads want no e-mail at all. */
export async function wantNoEmail(ctx: QueryContext, leadIds: readonly number[]): Promise<ReadonlySet<number>> {
  const states = await emailConsents(ctx, leadIds)
  return new Set([...states].filter(([, state]) => isClosed(state)).map(([id]) => id))
}

/** Who may be sent commercial e-mail now; a sentence for each who may not, `null` for those who may. */
export async function mayEmailCommercially(
  ctx: QueryContext,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const states = await emailConsents(ctx, leadIds)
  return new Map(
    [...states].map(([id, state]) => [id, allowsCommercial(state) ? null : refusalSentence('email', state)]),
  )
}
