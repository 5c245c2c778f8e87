import { z } from 'zod'
import { Id } from '../../../../platform/wire/fields.ts'
import { defineBulkAction } from '../../../bulk/server/commands.ts'
import { reachedLeads, skippedReasons } from '../../../leads/server/queries/reach.ts'
import { campaignById } from '../queries/campaigns.ts'
import { goingOnOfCampaign, instancesOf, lockInstances } from '../queries/instances.ts'
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

  async undo(ctx, before, { campaign_id }) {
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
  },
})
