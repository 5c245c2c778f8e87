import { defineFeature } from '../../../platform/server/feature.ts'
import { automationCalls } from '../contract/calls.ts'
import { automationKind, selfStopKind } from './commands/notices.ts'
import { automationHandlers } from './handlers.ts'
import { callWebhook } from './jobs/callWebhook.ts'
import { purgeJournal } from './jobs/purgeJournal.ts'
import { runAutomations } from './jobs/runAutomations.ts'
import { followLeads, followRecords, keepJournal } from './listeners.ts'

/** What the server runs of this feature. */
export const automationsFeature = defineFeature({
  name: 'automations',
  calls: automationCalls,
  handlers: automationHandlers,
  notificationKinds: [automationKind, selfStopKind],
  jobs: [runAutomations, callWebhook, purgeJournal],
  listeners: [keepJournal, followLeads, followRecords],
  audit: {
    sentences: {
      create: 'added an automation',
      update: 'changed an automation',
      remove: 'deleted an automation',
      activate: 'switched an automation on',
      pause: 'switched an automation off',
      dryRun: 'did a dry run of an automation',
      retry: 'tried a step of an automation again',
      skip: 'skipped a step of an automation',
      stop: 'ended a run of an automation',
      'run-automations': 'ran automations',
      'call-automation-webhook': 'called the webhook of an automation',
      'purge-automation-events': 'deleted old events of automations',
    },
  },
  demo: () => import('../demo.ts'),
})
