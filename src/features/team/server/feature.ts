import { defineFeature } from '../../../platform/server/feature.ts'
import { teamCalls } from '../contract.ts'
import { teamHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const teamFeature = defineFeature({ name: 'team', calls: teamCalls, handlers: teamHandlers })
