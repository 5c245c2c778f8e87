import { defineFeature } from '../../../platform/server/feature.ts'
import { campaignCalls } from '../contract/calls.ts'
import { addToCampaign, sendOnce } from './commands/bulk.ts'
import { campaignHandlers } from './handlers.ts'
import { followViews } from './jobs/followViews.ts'
import { replanCampaign } from './jobs/replanCampaign.ts'
import { runCampaigns } from './jobs/runCampaigns.ts'
import { contributeCampaigns, followLeads, startByThemselves, stopAfterConnection, stopWithLeads } from './listeners.ts'

/** What the server runs of this feature. */
export const campaignsFeature = defineFeature({
  name: 'campaigns',
  calls: campaignCalls,
  handlers: campaignHandlers,
  jobs: [runCampaigns, replanCampaign, followViews],
  listeners: [startByThemselves, stopWithLeads, followLeads, stopAfterConnection, contributeCampaigns],
  bulkActions: [addToCampaign, sendOnce],
  audit: {
    sentences: {
      create: 'added a campaign',
      update: 'changed a campaign',
      remove: 'deleted a campaign',
      addStep: 'added a step to a campaign',
      updateStep: 'changed a step of a campaign',
      removeStep: 'deleted a step of a campaign',
      orderSteps: 'put the steps of a campaign into another order',
      followView: 'let a campaign take in whoever comes to match a view',
      unfollowView: 'ended that a campaign takes in whoever matches a view',
      'follow-views': 'took in leads who came to match the view of a campaign',
      sendOneOff: 'sent the marketing e-mail {text subject}',
      start: 'started a campaign on {lead id}',
      stop: 'stopped a campaign on {lead id}',
      restore: 'let a campaign on {lead id} go on',
      pause: 'paused a campaign on {lead id}',
      resume: 'resumed a campaign on {lead id}',
      skip: 'skipped a step for {lead id}',
      sendNow: 'ran a step for {lead id} at once',
      'run-campaigns': 'ran steps of campaigns',
      'replan-campaign': 'planned the steps of a campaign anew',
    },
  },
  demo: () => import('../demo.ts'),
})
