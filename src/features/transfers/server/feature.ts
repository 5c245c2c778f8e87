import { defineFeature } from '../../../platform/server/feature.ts'
import { transferCalls } from '../contract.ts'
import { handOverLeads } from './commands/leaving.ts'
import { transferKind } from './commands/notices.ts'
import { reassignLeads } from './commands/reassign.ts'
import { transferReverts } from './commands/reverts.ts'
import { transferHandlers } from './handlers.ts'
import { expireOffer } from './jobs.ts'
import { contributeTransfers, endWithLeads } from './listeners.ts'

/** What the server runs of this feature. */
export const transfersFeature = defineFeature({
  name: 'transfers',
  calls: transferCalls,
  handlers: transferHandlers,
  jobs: [expireOffer],
  notificationKinds: [transferKind],
  listeners: [contributeTransfers, endWithLeads],
  bulkActions: [reassignLeads, handOverLeads],
  audit: {
    sentences: {
      send: 'sent {lead lead_id} to {agent agent}',
      assign: 'reassigned {lead id} to {agent agent}',
      decide: 'answered the transfer of {lead lead_id}',
      cancel: 'cancelled the transfer of {lead lead_id}',
      acknowledge: 'acknowledged the leads that were assigned to them',
      reassign: 'reassigned {leads} to {agent agentId}',
      handOver: {
        did: 'handed over the work of {user id}',
        refused: 'was refused: handing over the work of {user id}',
      },
      handToRecruiter: 'handed {lead id} to the recruiter',
      setRecruiter: 'changed who the recruiter is',
      flagBogus: 'flagged {lead} as bogus',
      restoreBogus: 'removed the bogus flag of {lead}',
      'expire-offer': 'ended the offer of {lead lead_id}, which nobody answered in time',
    },
    reverts: transferReverts,
  },
  demo: () => import('../demo.ts'),
})
