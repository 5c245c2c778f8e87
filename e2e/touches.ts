/**
 * Which folders of features, screens and the platform each file of browser tests walks through: a change in one of them
 * has it run by `npm test -- --changed`. The walk with axe over all screens, and the whole day, are for the whole run.
 */
export const touches: Readonly<Record<string, readonly string[]>> = {
  accessibility: [],
  alerts: ['alerts', 'outbox'],
  day: [],
  duplicates: ['duplicates'],
  failures: ['platform/web'],
  import: ['imports'],
  'lead-page': ['consent', 'lead', 'notes', 'timeline'],
  leads: ['leads'],
  'leads-bulk': ['bulk'],
  milestones: ['milestones'],
  offline: ['platform/web'],
  pictures: ['listings', 'map'],
  pins: ['pins'],
  requests: ['requests'],
  shell: ['admin', 'audit', 'platform/ui', 'search', 'settings', 'shell'],
  sending: ['sending'],
  showings: ['showings'],
  'sign-in': ['people'],
  tags: ['tags'],
  tasks: ['tasks'],
  transfers: ['transfers'],
  'views-and-exports': ['exports', 'saved-views'],
}
