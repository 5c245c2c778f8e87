/** Parts of the product that can be switched on and off for everybody, a role, a team or a user. */
export const featureNames = [
  'my-leads',
  'claim_leads',
  'access_listings',
  'happy_hour',
  'power_dialer',
  'text_messages',
  'session_recording',
] as const
export type FeatureName = (typeof featureNames)[number]

/** The permission that a feature brings to agents for whom it is on; the database derives it in `permissions_of_user`. */
export const permissionOfFeature: Readonly<Partial<Record<FeatureName, string>>> = {
  access_listings: 'access_listings',
  claim_leads: 'access_automations',
}

/** What a feature check adds to on and off: for whom the page is meant, and under which permission. */
export interface FeatureOptions {
  agent_only: boolean
  permission: string | null
}

/** What holds until an administrator says otherwise. */
export const defaultFeatureOptions: Readonly<Record<FeatureName, FeatureOptions>> = {
  'my-leads': { agent_only: true, permission: null },
  claim_leads: { agent_only: false, permission: null },
  access_listings: { agent_only: false, permission: null },
  happy_hour: { agent_only: true, permission: null },
  power_dialer: { agent_only: true, permission: null },
  text_messages: { agent_only: true, permission: null },
  session_recording: { agent_only: false, permission: null },
}

/** A planned or running maintenance. */
export interface MaintenanceWindow {
  starts_at: string
  minutes: number
}

const MINUTE = 60_000

/** When a maintenance ends by itself. */
export const endOf = ({ starts_at, minutes }: MaintenanceWindow): Date =>
  new Date(new Date(starts_at).getTime() + minutes * MINUTE)

/** Whether a maintenance is on, still to come, or over. */
export function phaseOf(window: MaintenanceWindow, now: Date): 'planned' | 'live' | 'over' {
  if (now < new Date(window.starts_at)) return 'planned'
  return now < endOf(window) ? 'live' : 'over'
}

/** What people are told while maintenance is on. */
export const MAINTENANCE_MESSAGE = 'The CRM is under maintenance.'

/** For whom a feature is on, leaving teams and single people aside. */
export const featureReaches = ['nobody', 'agents', 'everyone'] as const
export type FeatureReach = (typeof featureReaches)[number]

/** For whom switches turn a feature on. */
export function reachOf(switches: readonly { scope: string; role: string | null; enabled: boolean }[]): FeatureReach {
  if (switches.some(({ scope, enabled }) => scope === 'all' && enabled)) return 'everyone'
  return switches.some(({ scope, role, enabled }) => scope === 'role' && role === 'agent' && enabled)
    ? 'agents'
    : 'nobody'
}

/** What the access rule needs to know about the signed-in person. */
export interface Person {
  isAdmin: boolean
  isAgent: boolean
  isDealsAdmin: boolean
  permissions: readonly string[]
}

/** What a feature check answered: closed, open, open for agents only, or open under a permission. */
export interface FeatureAnswer {
  enabled: boolean
  agent_only?: boolean
  permission?: string | null
}
export type FeatureAnswers = Readonly<Record<string, FeatureAnswer | undefined>>

/** Kinds of user that a screen may list; `everybody` is whoever is signed in. `none` hides it. */
export type ScreenRole = 'admin' | 'agent' | 'deals' | 'everybody' | 'none'

/** By whom a screen may be opened: kinds of user, or who holds a permission; and the feature that opens or closes it. */
export interface ScreenGate {
  roles: readonly ScreenRole[]
  permission: string | null
  feature: string | null
}

/** The gate of an entry after its feature check; `null` when the feature is closed. Unanswered checks close the page. */
function accessOf(entry: ScreenGate, features: FeatureAnswers): Omit<ScreenGate, 'feature'> | null {
  if (entry.feature === null) return entry
  const answer = features[entry.feature]
  if (!answer?.enabled) return null
  if (answer.agent_only) return { roles: ['agent'], permission: null }
  return answer.permission ? { roles: [], permission: answer.permission } : entry
}

/** Whether this person may open the screen: by kind of user, or by holding the entry's permission. */
export function mayOpen(entry: ScreenGate, person: Person, features: FeatureAnswers): boolean {
  const gate = accessOf(entry, features)
  if (!gate || gate.roles.includes('none')) return false
  return (
    gate.roles.includes('everybody') ||
    (person.isAdmin && gate.roles.includes('admin')) ||
    (person.isAgent && gate.roles.includes('agent')) ||
    (person.isDealsAdmin && gate.roles.includes('deals')) ||
    (gate.permission !== null && person.permissions.includes(gate.permission))
  )
}
