import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { forbidden, invalid, notFound, stale } from '../../../../platform/server/errors.ts'
import { featureNames } from '../../../settings/rules.ts'
import type { NewUser, User, UserFields } from '../../contract.ts'
import { userChanged } from '../../events.ts'
import { holdsAll } from '../../rules.ts'
import { revokeSessionsOf, rightsOf } from '../queries/sessions.ts'
import {
  ensureAgent,
  insertUser,
  isEmailTaken,
  permissionsOfRoles,
  setAgentColumns,
  setOwnFeature,
  setOwnPermissions,
  setRoles,
  updateUserColumns,
  userById,
} from '../queries/users.ts'
import { enqueueInvitation } from './invitations.ts'

/** The user, or the refusal that there is none. */
export async function requireUser(ctx: Pick<ReadContext, 'db'>, id: number): Promise<User> {
  const user = await userById(ctx.db, id)
  if (!user) throw notFound('user')
  return user
}

/** Adds a user, who signs in through the identity provider under this address, and is told so. */
export async function createUser(ctx: WriteContext, fields: NewUser): Promise<User> {
  await refuseMoreThanOwn(ctx, fields)
  const columns = { last_name: '', phone: null, zone: 'America/Toronto', is_active: true, ...fields }
  const id = await insertUser(ctx.db, { ...columns, phone: storedPhone(columns.phone) })
  if (id === null) throw invalid({ email: ['email is already used by another user.'] })
  if (columns.is_active) await enqueueInvitation(ctx, id)
  return keepRest(ctx, { id, fields, before: null })
}

/** Changes a user. */
export async function updateUser(
  ctx: WriteContext,
  user: User,
  fields: UserFields,
  version: number | null,
): Promise<User> {
  await refuseMoreThanOwn(ctx, fields)
  await refuseStronger(ctx, user)
  if (user.id === ctx.actor.user_id && fields.is_active === false)
    throw invalid({ is_active: ['You cannot close your own account.'] })
  if (fields.email && (await isEmailTaken(ctx.db, fields.email, user.id)))
    throw invalid({ email: ['email is already used by another user.'] })
  const columns = { ...user, ...fields, phone: fields.phone === undefined ? user.phone : storedPhone(fields.phone) }
  const isNewest = version === null || version === user.version
  if (!isNewest || !(await updateUserColumns(ctx.db, { id: user.id, version: user.version, columns })))
    throw stale(await userById(ctx.db, user.id))
  return keepRest(ctx, { id: user.id, fields, before: user })
}

async function keepRest(
  ctx: WriteContext,
  { id, fields, before }: { id: number; fields: UserFields; before: User | null },
): Promise<User> {
  if (fields.roles) await setRoles(ctx.db, id, fields.roles)
  if (fields.is_agent || fields.roles?.includes('agent')) await ensureAgent(ctx.db, id)
  await setAgentColumns(ctx.db, id, fields)
  if (fields.granted_permissions)
    await setOwnPermissions(ctx.db, { userId: id, granted: true, permissions: fields.granted_permissions })
  if (fields.denied_permissions)
    await setOwnPermissions(ctx.db, { userId: id, granted: false, permissions: fields.denied_permissions })
  for (const [feature, enabled] of Object.entries(fields.own_features ?? {}))
    await setOwnFeature(ctx.db, { userId: id, feature: knownFeature(feature), enabled })
  if (before?.is_active && fields.is_active === false) await revokeSessionsOf(ctx.db, id, ctx.now)
  const after = await requireUser(ctx, id)
  ctx.audit({ subject: 'user', subject_id: id, before, after })
  ctx.changed('people', [id], ['everyone'])
  await userChanged.emit(ctx, { user_id: id, agent_id: after.agent_id, is_active: after.is_active })
  return after
}

function knownFeature(name: string): string {
  if (!featureNames.some(known => known === name))
    throw invalid({ own_features: [`own_features: ${name} is not a feature.`] })
  return name
}

function storedPhone(typed: string | null): string | null {
  if (!typed) return null
  const phone = parsePhoneNumberFromString(typed, 'CA')
  if (!phone?.isPossible()) throw invalid({ phone: ['phone must be a phone number.'] })
  return phone.number
}

/** Nobody gives rights that they do not hold. */
async function refuseMoreThanOwn(ctx: WriteContext, fields: UserFields): Promise<void> {
  const rights = [...ctx.viewer.rights]
  const touchesPermissions = fields.granted_permissions !== undefined || fields.denied_permissions !== undefined
  if (touchesPermissions && !ctx.viewer.rights.has('manage_permissions'))
    throw forbidden('You do not have the right to change the permissions of one person.')
  if (!holdsAll(rights, await permissionsOfRoles(ctx.db, fields.roles ?? [])))
    throw forbidden('You cannot give a role with more rights than your own.')
}

/** Nobody changes somebody who holds more rights than they do. */
async function refuseStronger(ctx: WriteContext, user: User): Promise<void> {
  const target = await rightsOf(ctx.db, user.id)
  if (!holdsAll([...ctx.viewer.rights], target?.permissions ?? []))
    throw forbidden('This person has more rights than you.')
}
