import { defineFeature } from '../../../platform/server/feature.ts'
import { agentNames } from '../../people/server/queries/names.ts'
import { quotaCalls } from '../contract/calls.ts'
import { agentHandlers } from './handlers/agents.ts'
import { ruleHandlers } from './handlers/rules.ts'
import { evaluateQuotas } from './jobs.ts'

/** What the server runs of this feature. */
export const quotasFeature = defineFeature({
  name: 'quotas',
  calls: quotaCalls,
  handlers: { ...ruleHandlers, ...agentHandlers },
  jobs: [evaluateQuotas],
  audit: {
    sentences: {
      saveRule: 'changed a quota rule',
      removeRule: 'removed a quota rule',
      saveDraft: 'changed the draft of the quota rules',
      discardDraft: 'discarded the draft of the quota rules',
      publish: 'published quota rules',
      undoVersion: 'took back a version of the quota rules',
      restoreVersion: 'restored a version of the quota rules',
      override: 'overrode the quota of {agent quota}',
      endOverride: 'ended the override of the quota of {agent quota}',
      lift: 'put {agent quota} on another rung',
    },
    names: { 'agent quota': (ctx, ids) => agentNames(ctx, ids) },
  },
  demo: () => import('../demo.ts'),
})
