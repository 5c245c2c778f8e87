import type { permissionNames } from '../rules.ts'

/** What each permission opens, in a sentence part. */
export const permissionMeanings: Readonly<Record<(typeof permissionNames)[number], string>> = {
  access_automations: 'See and change automations',
  access_listings: 'Open the listings of the brokerage',
  can_view_team: 'See how the agents of their team are doing; administrators see all',
  deals_access: 'Open deals',
  export_leads: 'Download leads as a file, with phone and e-mail',
  import_leads: 'Add leads from a file',
  manage_happy_hour_permissions: 'Say who takes part in happy hour',
  manage_integrations: 'Connect other services, and make keys for them',
  manage_maintenance: 'Plan maintenance, pause sending, show a notice to everyone',
  manage_permissions: 'Change this page, and give rights to single people',
  manage_users: 'Add and change people, teams, tags and features',
  possess_users: 'Log in as someone else who has no more rights',
  view_all_leads: 'See the leads of every agent in lists',
  view_audit_log: 'Read who did what',
  view_happy_hour_reports: 'Read what came of happy hours',
  view_leads: 'Work with leads at all',
  view_profiles_for_leads: 'Open the leads of other agents, not only see them in lists',
  view_session_recordings: 'Watch recordings of screens, in which everything about leads is masked',
}

/** The name of a permission or feature in words: "view_all_leads" reads "View all leads". */
export function readableName(name: string): string {
  const text = name.replace(/[_-]+/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
