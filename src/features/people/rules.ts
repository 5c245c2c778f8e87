/** Roles by name. */
export const roleNames = ['agent', 'admin', 'deals_admin', 'front_desk', 'super_admin'] as const
export type RoleName = (typeof roleNames)[number]

/** The words that screens use for roles. */
export const roleLabels: Readonly<Record<RoleName, string>> = {
  agent: 'Agent',
  admin: 'Administrator',
  deals_admin: 'Deals administrator',
  front_desk: 'Front desk',
  super_admin: 'Super administrator',
}

/** Every permission there is; a call may declare no other. */
export const permissionNames = [
  'access_automations',
  'access_listings',
  'can_view_team',
  'deals_access',
  'export_leads',
  'import_leads',
  'manage_happy_hour_permissions',
  'manage_integrations',
  'manage_maintenance',
  'manage_permissions',
  'manage_users',
  'possess_users',
  'view_all_leads',
  'view_audit_log',
  'view_happy_hour_reports',
  'view_leads',
  'view_profiles_for_leads',
  'view_session_recordings',
] as const
export type PermissionName = (typeof permissionNames)[number]

declare module '../../platform/wire/call.ts' {
  interface Permissions extends Record<PermissionName, true> {}
}

const knownPermissions: ReadonlySet<string> = new Set(permissionNames)

/** Whether a name, as the database has it, is that of a permission that there still is. */
export const isPermission = (name: string): name is PermissionName => knownPermissions.has(name)

/** Days without use after which a sign-in ends. */
export const SESSION_IDLE_DAYS = 30
/** Shown when the browser reports the web platform on the native flow. */
export const WRONG_PLATFORM = 'Wrong platform detected. Please contact admin.'
/** Kinds of lead that an agent may take. */
export const agentLeadTypes = ['buyer', 'rental'] as const

/** Roles whose holders are administrators, whatever permissions the office has given these roles. */
const administratorRoles: readonly string[] = ['admin', 'super_admin']

/** Whether these roles make somebody an administrator, for whom calls with the right `is_admin` are open. */
export const isAdministrator = (roles: readonly string[]): boolean =>
  roles.some(role => administratorRoles.includes(role))

/** What decides how far somebody's rights reach. */
export interface HeldRights {
  roles: readonly string[]
  permissions: readonly string[]
}

/**
 * Everything by which two people's rights are compared: permissions, and being an administrator, for which there is no
 * permission. Being an agent is not among them: it opens one's own leads, not more of the product.
 */
export const comparedRights = ({ roles, permissions }: HeldRights): string[] =>
  isAdministrator(roles) ? [...permissions, 'is_admin'] : [...permissions]

/** What two people's rights must be for one to act as the other. */
export interface PossessionQuestion {
  actor: HeldRights & { user_id: number }
  target: HeldRights & { user_id: number; is_active: boolean }
  is_possessing: boolean
}

/** Why somebody may not act as another, in a sentence; `null` when they may. Asked when possession begins, and again for each request in it. */
export function whyNotPossess({ actor, target, is_possessing }: PossessionQuestion): string | null {
  if (is_possessing) return 'Leave the account you are using before you open another one.'
  if (actor.user_id === target.user_id) return 'This is your own account.'
  if (!actor.permissions.includes('possess_users')) return 'You do not have the right to log in as other people.'
  if (!target.is_active) return 'This person can no longer sign in.'
  if (!holdsAll(comparedRights(actor), comparedRights(target))) return 'This person has more rights than you.'
  return null
}

/** Whether somebody may act as another: never with more rights than their own, and never from within possession. */
export const mayPossess = (question: PossessionQuestion): boolean => whyNotPossess(question) === null

/** Whether `held` covers everything in `wanted`. */
export const holdsAll = (held: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every(permission => held.includes(permission))

const MINUTE = 60_000
/** Wrong passwords that cost nothing, for one account and from one address (an office shares one). */
export const freeTries = { account: 5, address: 40 } as const
/** A failure is forgotten after this time. */
export const FAILURES_COUNT_FOR_MS = 24 * 60 * MINUTE

/** How long to wait after so many wrong passwords in a row: one minute, doubling, an hour at most. */
export const lockoutMs = (failures: number, freeTries: number): number =>
  failures < freeTries ? 0 : Math.min(MINUTE * 2 ** (failures - freeTries), 60 * MINUTE)

/** Whether an address may be used to sign in; an empty list of domains lets all in. */
export const isAllowedEmail = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** The scopes that the product asks for, by what they open; kept under these names whatever the provider calls them. */
export const googleScopes = {
  calendar: 'https://www.googleapis.com/auth/calendar',
  mail: 'https://www.googleapis.com/auth/gmail.readonly',
} as const

/** The scopes that the provider says were granted, under the names that are kept. */
export const grantedScopes = (
  granted: readonly string[],
  named: Readonly<Record<keyof typeof googleScopes, string>>,
): string[] => {
  const stored = new Map<string, string>([
    [named.calendar, googleScopes.calendar],
    [named.mail, googleScopes.mail],
  ])
  return granted.flatMap(scope => stored.get(scope) ?? []).sort()
}

/** Kinds of device on which the native app runs. */
export const nativePlatforms: readonly string[] = ['ios', 'android']

/** Whether a text is a path of this product, never an address elsewhere. Browsers leave control characters out: `/\t/x` would be `//x`. */
export const isPathHere = (text: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(text)

const BROWSERS: readonly [RegExp, string][] = [
  [/median|gonative/i, 'the app'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A device as a person would name it: "Safari on Mac". */
export function deviceOf(userAgent: string | null): string {
  const named = (known: readonly [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const parts = [named(BROWSERS), named(SYSTEMS)].filter(part => part !== undefined)
  const text = parts.join(' on ') || 'Unknown device'
  return text.charAt(0).toUpperCase() + text.slice(1)
}
