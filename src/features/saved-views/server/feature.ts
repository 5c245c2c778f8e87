import { defineFeature } from '../../../platform/server/feature.ts'
import { viewCalls } from '../contract.ts'
import { broughtViews } from '../rules.ts'
import { viewHandlers } from './handlers.ts'
import { bringView } from './queries/views.ts'

/** What the server runs of this feature. */
export const savedViewsFeature = defineFeature({
  name: 'views',
  calls: viewCalls,
  handlers: viewHandlers,
  async beforeStart({ db }) {
    for (const view of broughtViews) await bringView({ db }, view)
  },
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      create: 'saved the view {text name}',
      order: 'sorted their views',
      update: 'changed the view {text name}',
      remove: 'deleted the view {text name}',
      restore: 'restored the view {text name}',
    },
  },
})
