/** Features, from the ground up: each may look at those of the tiers below its own, and at no other. */
export const tiers: readonly (readonly string[])[] = [
  ['settings', 'search', 'outbox'],
  ['people'],
  ['leads', 'listings', 'templates', 'tags', 'consent'],
  ['notes', 'tasks', 'milestones', 'snooze', 'transfers', 'showings', 'opportunities', 'blocked-numbers', 'alerts'],
  ['lead-lists', 'calling', 'email', 'text-messages', 'calendar'],
  ['distribution', 'deals', 'intake', 'imports', 'duplicates'],
  ['deal-documents', 'checklists', 'campaigns'],
  ['automations', 'reports', 'audit'],
  ['admin', 'maintenance', 'integrations-admin'],
]
