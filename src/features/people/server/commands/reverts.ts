import {
  type AuditRevert,
  changedSince,
  type RevertedEntry,
  requireUnchanged,
} from '../../../../platform/server/auditTexts.ts'
import { RolePermissionChange, Team, User, UserFields } from '../../contract/people.ts'
import { rolePermissions } from '../queries/users.ts'
import { changeRolePermission } from './rights.ts'
import { changeTeam, requireTeam } from './teams.ts'
import { requireUser, updateUser } from './users.ts'

/** What a form changes of an account; the rest of its record follows from that, or from use. */
const formFieldsOf = (user: User): UserFields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone,
  zone: user.zone,
  is_active: user.is_active,
  roles: user.roles,
  granted_permissions: user.granted_permissions as UserFields['granted_permissions'],
  denied_permissions: user.denied_permissions as UserFields['denied_permissions'],
  lead_types: user.lead_types as UserFields['lead_types'],
  area_ids: user.areas.map(({ id }) => id),
  site_ids: user.sites.map(({ id }) => id),
})

/** Fields in which two records differ, as they were in the first. */
function differing<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const other = after as Readonly<Record<string, unknown>>
  const entries = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]),
  )
  return Object.fromEntries(entries) as Partial<Fields>
}

/** The record of an entry before and after; the log may be older than a field of today. */
function recordsOf<Record_>(
  { changes: [change] }: RevertedEntry,
  parse: (value: unknown) => Record_ | undefined,
): { before: Record_; after: Record_ } {
  const [before, after] = [parse(change?.before), parse(change?.after)]
  if (before === undefined || after === undefined) throw changedSince()
  return { before, after }
}

const revertUser: AuditRevert = async (ctx, entry) => {
  const records = recordsOf(entry, value => User.safeParse(value).data)
  const [before, after] = [formFieldsOf(records.before), formFieldsOf(records.after)]
  const user = await requireUser(ctx, records.after.id)
  requireUnchanged(formFieldsOf(user), differing(after, before))
  await updateUser(ctx, user, UserFields.parse(differing(before, after)), null)
}

const teamFieldsOf = ({ name, lead_agent_id, members }: Team) => ({
  name,
  lead_agent_id,
  member_ids: members.map(({ id }) => id),
})

const revertTeam: AuditRevert = async (ctx, entry) => {
  const records = recordsOf(entry, value => Team.safeParse(value).data)
  const [before, after] = [teamFieldsOf(records.before), teamFieldsOf(records.after)]
  const team = await requireTeam(ctx, records.after.id)
  requireUnchanged(teamFieldsOf(team), differing(after, before))
  await changeTeam(ctx, team, differing(before, after), null)
}

const revertRolePermission: AuditRevert = async (ctx, { input }) => {
  const { role, permission, granted } = RolePermissionChange.parse(input)
  const isGranted = (await rolePermissions(ctx.db)).some(one => one.role === role && one.permission === permission)
  if (isGranted !== granted) throw changedSince()
  await changeRolePermission(ctx, { role, permission, granted: !granted })
}

/** What can be reverted of people, by the call. */
export const peopleReverts: Readonly<Record<string, AuditRevert>> = {
  updateUser: revertUser,
  updateTeam: revertTeam,
  setRolePermission: revertRolePermission,
}
