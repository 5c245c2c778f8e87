import { defineContribution } from '../../platform/server/events.ts'
import type { SearchResult } from './contract.ts'

/** Features put here what they find; each looks only among what the viewer may see. */
export const searchResults = defineContribution<{ q: string }, SearchResult>({
  leads: [],
  deals: [],
  listings: [],
  tasks: [],
  screens: [],
})
