import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { runBulk } from '../../../bulk/server/commands.ts'
import { requireLead } from '../../../leads/server/queries/leads.ts'
import { askedLeads } from '../../../leads/server/queries/selection.ts'
import { decideTransfer, withdrawOffer } from '../../../transfers/server/commands/handOver.ts'
import { type distributionCalls, MAX_OFFERED } from '../../contract.ts'
import type { DistributionSettings } from '../../rules/states.ts'
import { distributeLead, publishDistribution, rest } from '../commands/distribute.ts'
import { offerSeen } from '../commands/notices.ts'
import { offerLeadsAgain } from '../commands/offerMany.ts'
import { appendEntry, ledgerPage } from '../queries/ledger.ts'
import { leadOfOffer, markReceipt, openOffer, openOffers, writeReason } from '../queries/offers.ts'
import { leadDistribution } from '../queries/overview.ts'
import { ownDecisions } from '../queries/own.ts'
import { rehearsalOf } from '../queries/rehearsal.ts'
import { distributionSettings, storeSettings } from '../queries/settings.ts'
import { lockDistributed, stateOf } from '../queries/states.ts'
import { availabilityHandlers } from './availability.ts'
import { blockHandlers } from './blocks.ts'

const agentOf = ({ viewer }: WriteContext): number => viewer.agent_id ?? 0

export const distributionHandlers: Handlers<typeof distributionCalls> = {
  offers: async (ctx, asked) => ({
    ...(await openOffers(ctx, ctx.viewer.agent_id ?? 0, asked)),
    now: instantText(ctx.now),
  }),

  async receipt(ctx, { id, step }) {
    const offer = await openOffer(ctx, { id, agent_id: agentOf(ctx) })
    if (!offer) throw notFound('offer')
    if (step === 'seen' ? offer.seen_at : offer.delivered_at) return { id }
    await lockDistributed(ctx, offer.lead_id)
    await markReceipt(ctx, id, step)
    await appendEntry(ctx, { lead_id: offer.lead_id, kind: step, agent_id: agentOf(ctx), offer_id: id })
    if (step === 'seen') await offerSeen(ctx, id)
    publishDistribution(ctx, offer.lead_id)
    return { id }
  },

  async reject(ctx, { id, reason, note }) {
    const lead_id = await leadOfOffer(ctx, { id, agent_id: agentOf(ctx) })
    if (lead_id === null) throw notFound('offer')
    await lockDistributed(ctx, lead_id)
    if (await openOffer(ctx, { id, agent_id: agentOf(ctx) })) await writeReason(ctx, id, { reason, note: note || null })
    await decideTransfer(ctx, lead_id, false)
    return { id }
  },

  mine: (ctx, asked) => ownDecisions(ctx, ctx.viewer.agent_id ?? 0, asked),

  async ofLead(ctx, { id }) {
    const lead = await requireLead(ctx, id)
    return leadDistribution(ctx, lead.id)
  },

  async ledger(ctx, { id, ...asked }) {
    const lead = await requireLead(ctx, id)
    return ledgerPage(ctx, lead.id, asked)
  },

  async offerAgain(ctx, { id, leave_out = [] }) {
    const lead = await requireLead(ctx, id)
    const state = await stateOf(ctx, id)
    if (lead.agent_id !== null) throw conflict('This lead has an agent already.')
    if (state?.state === 'offered') throw conflict('This lead is being offered. Take the offer back first.')
    const { state: reached } = await distributeLead(ctx, id, { leave_out })
    if (reached === 'resting') throw conflict('This lead cannot be offered.')
    ctx.audit({ subject: 'distribution', subject_id: id, after: { lead_id: id, state: reached, leave_out } })
    return leadDistribution(ctx, id)
  },

  async offerMany(ctx, selection) {
    const ids = await askedLeads(ctx, selection)
    if (ids.length > MAX_OFFERED) throw invalid({ selected: [`Offer at most ${MAX_OFFERED} leads at once.`] })
    const run = await runBulk(ctx, offerLeadsAgain, ids, {})
    return { offered: run.changed, run }
  },

  async withdraw(ctx, { id }) {
    await requireLead(ctx, id)
    const lead = await lockDistributed(ctx, id)
    if (!lead || !(await withdrawOffer(ctx, id))) throw conflict('This lead is not being offered.')
    const state = await stateOf(ctx, id)
    await rest(ctx, lead, state?.round ?? 1, 'Its offer was taken back')
    ctx.audit({ subject: 'distribution', subject_id: id, after: { lead_id: id, state: 'resting' } })
    return leadDistribution(ctx, id)
  },

  settings: async ctx => {
    const settings = await distributionSettings(ctx)
    return { ...settings, ...lists(settings) }
  },

  async setSettings(ctx, given) {
    const before = await distributionSettings(ctx)
    const after = { ...before, ...given, ...lists({ ...before, ...given }) }
    await storeSettings(ctx, after)
    ctx.audit({ subject: 'distribution_settings', subject_id: null, before, after })
    ctx.changed('distribution', [], ['right:is_admin'])
    return after
  },

  rehearsal: (ctx, { days }) => rehearsalOf(ctx, days === 90 ? 90 : 30),

  ...availabilityHandlers,
  ...blockHandlers,
}

/** The lists of the settings, as answers hold them. */
const lists = ({
  resting_sources,
  offer_channels,
}: Pick<DistributionSettings, 'resting_sources' | 'offer_channels'>) => ({
  resting_sources: [...resting_sources],
  offer_channels: [...offer_channels],
})
