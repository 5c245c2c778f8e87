import { z } from 'zod'
import { read, remote, write } from '../../../platform/wire/call.ts'
import { foreignRecord, Id, Instant, line, Nothing } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'
import { region } from '../../../product/region/region.ts'
import { agentLeadTypes, permissionNames, roleNames } from '../rules.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    people: true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    possession: true
    role: true
    session: true
    team: true
    user: true
  }
}

export const RoleName = z.enum(roleNames)
export const PermissionName = z.enum(permissionNames)

const Named = z.object({ id: Id, name: z.string() })
const Area = Named.extend({ type: z.string(), parent_id: Id.nullable() })

/**
 * The records that features further up put beside a user, by the field. Each adds the type of its own:
 * `declare module '../people/contract/people.ts' { interface RecordsBesideUser { sent_transfers: Transfer } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, which a type alias does not allow.
export interface RecordsBesideUser {}

/** What features further up put beside a user. */
export const UserParts = z.object({
  hasDotloopAccount: z.boolean(),
  /** Tasks of an agent due today, or overdue. */
  tasksCount: z.int(),
  /** Opportunities of today. */
  opportunitiesCount: z.int(),
  sent_transfers: z.array(foreignRecord<RecordsBesideUser, 'sent_transfers'>()),
  lead_transfers: z.array(foreignRecord<RecordsBesideUser, 'lead_transfers'>()),
})
export type UserParts = z.output<typeof UserParts>

/** The signed-in person, as every sign-in call answers it. */
export const AuthenticatedUser = z.object({
  id: Id,
  agent_id: Id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** IANA zone in which this person's days begin. */
  zone: z.string(),
  leadTypes: z.array(z.string()),
  leadAreas: z.array(Named),
  sites: z.array(Named),
  features: z.array(z.string()),
  team: Named.extend({ is_lead: z.boolean() }).nullable(),
  is_agent: z.boolean(),
  is_admin: z.boolean(),
  is_deals_admin: z.boolean(),
  /** Whether an administrator acts as this person; `isPossession` is the same under its older name. */
  is_possessed: z.boolean(),
  isPossession: z.boolean(),
  /** The administrator who acts as this person. */
  possessed_by: Named.nullable(),
  /** Sorted. */
  permissions: z.array(z.string()),
  roles: z.array(z.object({ name: z.string() })),
  google_scopes: z.array(z.string()),
  token: z.string(),
  ...UserParts.shape,
})
export type AuthenticatedUser = z.output<typeof AuthenticatedUser>

const SignedInAnswer = z.object({ user: AuthenticatedUser, google_scopes: z.array(z.string()) })
export type SignedInAnswer = z.output<typeof SignedInAnswer>

const NamedOptions = Named.extend({ id: z.int() })

/** Parts of the bootstrap that features further up fill in. */
export const BootstrapParts = z.object({
  milestoneTypes: z.array(
    z.object({ id: z.int(), name: z.string(), options: z.array(NamedOptions), creatable: z.boolean() }),
  ),
  dealDocumentTypes: z.array(NamedOptions),
  showingStatuses: z.array(NamedOptions),
})
export type BootstrapParts = z.output<typeof BootstrapParts>

/** A sign-in session of a person. */
export const Session = z.object({
  id: Id,
  platform: z.string(),
  is_native_app: z.boolean(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Instant,
  last_used_at: Instant,
  /** When it ends, however often it is used. */
  expires_at: Instant,
  is_current: z.boolean(),
  /** Whose account is open in it, during possession. */
  possessed: Named.nullable(),
})
export type Session = z.output<typeof Session>

const Email = line(254).refine(text => z.email().safeParse(text).success, { error: 'must be an e-mail address' })
const Zone = line(60).refine(text => isZone(text), { error: `must be a time zone such as ${region.zone}` })

function isZone(text: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

/** What became of the invitation to sign in. */
export const Invitation = z.object({
  state: z.enum(['waiting', 'sent', 'failed', 'expired']),
  /** When it was sent or given up; while it waits, since when. */
  at: Instant,
  /** Why it failed, or is late. */
  problem: z.string().nullable(),
})
export type Invitation = z.output<typeof Invitation>

/** A user, as administrators see and edit one. */
export const User = z.object({
  id: Id,
  agent_id: Id.nullable(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  zone: z.string(),
  is_active: z.boolean(),
  roles: z.array(RoleName),
  /** What the person holds in the end. */
  permissions: z.array(z.string()),
  granted_permissions: z.array(z.string()),
  denied_permissions: z.array(z.string()),
  features: z.array(z.string()),
  /** Features switched for this very person. */
  own_features: z.record(z.string(), z.boolean()),
  lead_types: z.array(z.string()),
  areas: z.array(Named),
  sites: z.array(Named),
  team: Named.extend({ is_lead: z.boolean() }).nullable(),
  google_scopes: z.array(z.string()),
  last_used_at: Instant.nullable(),
  /** The last one; `null` for people who were never written to. */
  invitation: Invitation.nullable(),
  created_at: Instant,
  version: z.int(),
})
export type User = z.output<typeof User>

const userFields = {
  first_name: line(100).min(1, { error: 'is required' }),
  last_name: line(100),
  email: Email,
  phone: line(40).nullable(),
  zone: Zone,
  is_active: z.boolean(),
  /** The same as `is_active`. */
  active: z.boolean(),
  roles: z.array(RoleName),
  /** Makes an agent record also for people without the role agent. */
  is_agent: z.boolean(),
  lead_types: z.array(z.enum(agentLeadTypes)),
  area_ids: z.array(Id).max(500),
  site_ids: z.array(Id).max(50),
  /** Beyond and against what the roles give; needs `manage_permissions`. */
  granted_permissions: z.array(PermissionName),
  denied_permissions: z.array(PermissionName),
  /** Features switched for this very person; `null` goes back to what holds for their team, role or everybody. */
  own_features: z.record(z.string().max(60), z.boolean().nullable()),
  /** Everything that the person is to hold in the end, instead of grants and denials; needs `manage_permissions`. */
  permissions: z.array(PermissionName),
  /** The features that are to be on in the end, instead of single switches. */
  features: z.array(line(60)).max(100),
}
/** What the form of a user sends. */
export const UserFields = z.object(userFields).partial()
export type UserFields = z.output<typeof UserFields>
export const NewUser = UserFields.required({ first_name: true, email: true, roles: true })
export type NewUser = z.output<typeof NewUser>

/** An agent, for pickers. */
export const Agent = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  is_active: z.boolean(),
  team: Named.nullable(),
})
export type Agent = z.output<typeof Agent>

export const Team = z.object({
  id: Id,
  name: z.string(),
  lead_agent_id: Id.nullable(),
  lead: Agent.nullable(),
  members: z.array(Agent),
  version: z.int(),
})
export type Team = z.output<typeof Team>

const TeamFields = z.object({
  name: line(100).min(1, { error: 'is required' }),
  lead_agent_id: Id.nullable().optional(),
  /** Everybody in the team; who is in another team moves. */
  member_ids: z.array(Id).max(500).optional(),
})

/** Whether a part of the product is open to the caller, and for whom it is meant. */
export const FeatureCheck = z.object({
  enabled: z.boolean(),
  agent_only: z.boolean(),
  permission: z.string().nullable(),
})
export type FeatureCheck = z.output<typeof FeatureCheck>

/** A way to sign in. */
export const Provider = z.object({
  id: z.string(),
  name: z.string(),
  /** Add `mode=popup|redirect`, `purpose=signin|scopes` and `origin=` (the path to return to). */
  start_url: z.string(),
})

const RolePermission = z.object({ role: RoleName, permission: PermissionName })
/** A permission that a role is given, or loses. */
export const RolePermissionChange = RolePermission.extend({ granted: z.boolean() })

export const sessionCalls = {
  bootstrap: read('login', {
    right: 'public',
    output: z.object({ ...BootstrapParts.shape, localities: z.array(Area), sublocalities: z.array(Area) }),
    summary: 'Lists that every screen needs; holds no personal data.',
  }),
  login: remote('login', {
    right: 'public',
    input: z.object({
      token: line(8000).min(1),
      platform: line(40).optional(),
      isCrmMobileApp: z.boolean().optional(),
    }),
    output: SignedInAnswer,
    perMinute: 60,
    summary: 'Signs in with the one-time token that the sign-in page gave; the native app with an ID token of its own.',
  }),
  loginManually: remote('login/manual', {
    right: 'public',
    input: z.object({ email: line(254).min(1), password: z.string().min(1).max(500) }),
    output: SignedInAnswer,
    summary: 'Signs in with a password; only in demo and development.',
  }),
  providers: read('login/providers', {
    right: 'public',
    output: z.object({ providers: z.array(Provider), manual_form: z.boolean() }),
  }),
  possess: write('login/possession', {
    right: 'possess_users',
    input: z.object({ user_id: Id }),
    output: SignedInAnswer,
    summary: 'Opens the product as another person.',
  }),
  leavePossession: write('login/possession/leave', { right: 'signed_in', output: SignedInAnswer }),
  logout: write('login/logout', { right: 'signed_in', output: Nothing }),
  maintenanceLogout: write('login/maintenance-logout', {
    right: 'signed_in',
    output: Nothing,
    summary: 'Ends the session because maintenance began.',
  }),
  reload: read('login/reload', { right: 'signed_in', isUrgent: true, output: SignedInAnswer }),
  grantScopes: write('google', {
    right: 'signed_in',
    input: z.object({ code: line(4000).min(1) }),
    output: z.object({ google_scopes: z.array(z.string()) }),
    summary: 'Records the scopes that the person granted in the consent window.',
  }),
  sessions: read('login/sessions', { right: 'signed_in', input: PageInput, output: page(Session) }),
  endSession: write('login/sessions/:id', { right: 'signed_in', method: 'DELETE', output: Nothing }),
  feature: read('feature/:name', { right: 'signed_in', output: FeatureCheck }),
}

export const userCalls = {
  list: read('users', {
    right: 'manage_users',
    input: z.object({
      ...PageInput.shape,
      search: line(200).optional(),
      role: RoleName.optional(),
      active: z.boolean().optional(),
    }),
    output: page(User),
  }),
  get: read('users/:id', { right: 'manage_users', output: User }),
  create: write('users', { right: 'manage_users', input: NewUser, output: User, creates: true }),
  update: write('users/:id', { right: 'manage_users', input: UserFields, output: User }),
  invite: write('users/:id/invitation', {
    right: 'manage_users',
    output: User,
    summary: 'Sends the invitation e-mail again.',
  }),
  agents: read('agents', {
    right: 'signed_in',
    input: z.object({ ...PageInput.shape, search: line(200).optional(), active: z.boolean().optional() }),
    output: page(Agent),
  }),
  rolePermissions: read('permissions', {
    right: 'manage_users',
    output: z.object({
      roles: z.array(RoleName),
      permissions: z.array(PermissionName),
      granted: z.array(RolePermission),
    }),
  }),
  setRolePermission: write('permissions', {
    right: 'manage_permissions',
    input: RolePermissionChange,
    output: Nothing,
  }),
}

export const teamCalls = {
  list: read('teams', { right: 'can_view_team', input: PageInput, output: page(Team) }),
  get: read('teams/:id', { right: 'can_view_team', output: Team }),
  create: write('teams', { right: 'manage_users', input: TeamFields, output: Team, creates: true }),
  update: write('teams/:id', { right: 'manage_users', input: TeamFields.partial(), output: Team }),
}

/** Everything that can be asked of people; the names of the calls are those of the three tables. */
export const peopleCalls = {
  ...sessionCalls,
  users: userCalls.list,
  user: userCalls.get,
  createUser: userCalls.create,
  updateUser: userCalls.update,
  inviteUser: userCalls.invite,
  agents: userCalls.agents,
  rolePermissions: userCalls.rolePermissions,
  setRolePermission: userCalls.setRolePermission,
  teams: teamCalls.list,
  team: teamCalls.get,
  createTeam: teamCalls.create,
  updateTeam: teamCalls.update,
}
