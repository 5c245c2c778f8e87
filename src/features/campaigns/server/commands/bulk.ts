import { z } from 'zod'
import { Id } from '../../../../platform/wire/fields.ts'
import { type BulkContext, type BulkOutcome, defineBulkAction } from '../../../bulk/server/commands.ts'
import { reachedLeads, skippedReasons } from '../../../leads/server/queries/reach.ts'
import { addLeftOut, campaignById, writeCampaignState } from '../queries/campaigns.ts'
import { goingOnOfCampaign, instancesOf, lockInstances } from '../queries/instances.ts'
import { publishCampaign } from './publish.ts'
import { startCampaign } from './start.ts'
import { stopInstances } from './stop.ts'

/** The name travels along, so that the title needs no database. */
const Params = z.object({ campaign_id: Id, name: z.string() })
const Leads = z.array(z.int())

/** Starts a campaign on many leads. Undo stops it on those again. */
export const addToCampaign = defineBulkAction({
  name: 'campaigns.add',
  right: 'view_leads',
  params: Params,
  title: ({ name }) => `Add to campaign ${name}`,

  async apply(ctx, ids, { campaign_id }) {
    const campaign = await campaignById(ctx, campaign_id)
    const nobody = (reason: string) => ({ changed: [], skipped: [{ reason, count: ids.length }] })
    if (!campaign || campaign.is_deleted) return nobody('the campaign was deleted')
    if (campaign.state !== 'on') return nobody('the campaign is switched off')
    const { leads, skipped } = await reachedLeads(ctx, ids)
    const started = await startCampaign(ctx, campaign_id, { leadIds: leads.map(({ id }) => id), how: 'bulk' })
    if (!started) return nobody('the campaign lacks a step, or what one of them says')
    return { changed: started.leads, skipped: [...started.skipped, ...skipped], before: started.leads }
  },

  undo: (ctx, before, { campaign_id }) => stopAgain(ctx, before, campaign_id),
})

/** Writes to many leads once. Undo takes back what has not gone out. */
export const sendOnce = defineBulkAction({
  name: 'campaigns.one-off',
  right: 'view_leads',
  params: Params,
  title: ({ name }) => `Send “${name}”`,

  async apply(ctx, ids, params) {
    const outcome = await addToCampaign.apply(ctx, ids, params)
    await addLeftOut(ctx, params.campaign_id, outcome.skipped)
    return outcome
  },

  undo: (ctx, before, { campaign_id }) => stopAgain(ctx, before, campaign_id),

  async atEnd(ctx, { campaign_id }, state) {
    if (state === 'undone') await writeCampaignState(ctx, campaign_id, { state: 'off', is_held: false })
    publishCampaign(ctx, campaign_id)
  },
})

async function stopAgain(ctx: BulkContext, before: unknown, campaign_id: number): Promise<BulkOutcome> {
  const ids = Leads.parse(before)
  const running = await lockInstances(ctx, goingOnOfCampaign(campaign_id, ids))
  const { leads } = await reachedLeads(ctx, ids)
  const reached = new Set(leads.map(({ id }) => id))
  const stopped = await stopInstances(
    ctx,
    instancesOf(running.flatMap(({ id, lead_id }) => (reached.has(lead_id) ? id : []))),
    { reason: 'by_hand', detail: 'Undone' },
  )
  const changed = stopped.map(({ lead_id }) => lead_id)
  return { changed, skipped: skippedReasons([{ reason: 'changed since', count: ids.length - changed.length }]) }
}
