import { leadCalls } from '../features/leads/contract.ts'
import { leadHandlers } from '../features/leads/server/handlers.ts'
import { milestoneCalls } from '../features/milestones/contract.ts'
import { milestoneHandlers } from '../features/milestones/server/handlers.ts'
import { listenToLeads } from '../features/milestones/server/listeners.ts'
import { permissionNames } from '../features/people/rules.ts'
import { searchCalls } from '../features/search/contract.ts'
import { searchHandlers } from '../features/search/server/handlers.ts'
import type { Product } from '../platform/server/process.ts'

/** Every feature of the product, from the lowest tier to the highest; the only list of them on the server. */
export const product: Product = {
  features: [
    { name: 'search', calls: searchCalls, handlers: searchHandlers },
    { name: 'leads', calls: leadCalls, handlers: leadHandlers },
    { name: 'milestones', calls: milestoneCalls, handlers: milestoneHandlers },
  ],
  permissions: permissionNames,
  authenticate: async () => 'token_invalid',
  guards: [],
}

listenToLeads()
