import { z } from 'zod'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { viewerOfUser } from '../../../people/server/queries/viewer.ts'
import { FOLLOW_VIEWS, lookAtView } from '../commands/views.ts'
import { followingCampaigns, lockFollowed } from '../queries/views.ts'

/** Takes leads in that came to match the view that a campaign follows, batch by batch, each in a transaction of its own. */
export const followViews: Job<Record<string, unknown>> = defineJob({
  name: FOLLOW_VIEWS.name,
  title: 'Take leads into the campaigns whose views they match',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    for (const campaignId of await followingCampaigns(ctx))
      for (let goesOn = true; goesOn && !ctx.signal.aborted; ) goesOn = await lookOnce(ctx, campaignId)
  },
})

/** A batch; a campaign whose leads cannot be looked at stands in no other's way. */
async function lookOnce(ctx: JobContext, campaignId: number): Promise<boolean> {
  try {
    return await ctx.transaction(async change => {
      const followed = await lockFollowed(change, campaignId)
      if (!followed) return false
      const viewer = await viewerOfUser(change.db, followed.user_id)
      const author = viewer && { user_id: viewer.user_id, on_behalf_of: null }
      return lookAtView({ ...change, author }, viewer, followed)
    })
  } catch (error) {
    ctx.log.error({ err: error, campaign_id: campaignId }, 'the view of a campaign could not be looked at')
    return false
  }
}
