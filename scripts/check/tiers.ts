/** Features, from the ground up: each may look at those of the tiers below its own, and at no other. */
export const tiers: readonly (readonly string[])[] = [
  ['settings', 'search', 'outbox', 'sending'],
  ['people'],
  ['bulk'],
  ['leads', 'templates'],
  ['listings', 'milestones'],
  ['tags', 'notes', 'tasks', 'snooze', 'transfers', 'consent', 'pins', 'opportunities', 'blocked-numbers'],
  ['showings'],
  ['requests'],
  ['saved-views', 'timeline', 'alerts', 'calling', 'email', 'text-messages', 'calendar'],
  ['distribution', 'deals', 'intake', 'imports', 'duplicates', 'exports'],
  ['deal-documents', 'checklists', 'campaigns'],
  ['automations', 'reports', 'audit'],
  ['admin', 'maintenance', 'integrations-admin'],
]
