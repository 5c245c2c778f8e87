import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Change, ReadContext, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { forbidden, invalid, notFound, stale } from '../../../../platform/server/errors.ts'
import { region } from '../../../../product/region/region.ts'
import { type FeatureName, featureNames } from '../../../settings/rules.ts'
import { storeSwitch } from '../../../settings/server/queries.ts'
import type { NewUser, User, UserFields } from '../../contract/people.ts'
import { userChanged } from '../../events.ts'
import { areasNotOffered, sitesNotOffered } from '../queries/areas.ts'
import { clearOwnFeatures, clearOwnPermissions } from '../queries/rights.ts'
import { type PersonRights, revokeSessionsOf, rightsOf } from '../queries/sessions.ts'
import {
  ensureAgent,
  insertUser,
  isEmailTaken,
  setAgentColumns,
  setOwnPermissions,
  setRoles,
  updateUserColumns,
  userById,
} from '../queries/users.ts'
import { enqueueInvitation } from './invitations.ts'
import { followChangedRights, lockOwnRights, refuseMoreThanOwn, refuseStronger } from './rights.ts'

type Writing = Change & { viewer: Viewer }

/** The user, or the refusal that there is none. */
export async function requireUser(ctx: Pick<ReadContext, 'db'>, id: number): Promise<User> {
  const user = await userById(ctx.db, id)
  if (!user) throw notFound('user')
  return user
}

/** Adds a user, who signs in through the identity provider under this address, and is told so. */
export async function createUser(ctx: WriteContext, given: NewUser): Promise<User> {
  const fields = { ...given, ...oneNameEach(given) }
  const own = await lockOwnRights(ctx)
  const columns = { last_name: '', phone: null, zone: region.zone, is_active: true, ...fields }
  const id = await insertUser(ctx.db, { ...columns, phone: storedPhone(columns.phone) })
  if (id === null) throw invalid({ email: ['email is already used by another user.'] })
  if (columns.is_active) await enqueueInvitation(ctx, id)
  return writeRest(ctx, { id, fields, own, before: null })
}

/** Changes a user. */
export async function updateUser(ctx: Writing, user: User, given: UserFields, version: number | null): Promise<User> {
  const fields = oneNameEach(given)
  const own = await lockOwnRights(ctx)
  const before = await requireRights(ctx, user.id)
  refuseStronger(own, before)
  if (user.id === ctx.author?.user_id && fields.is_active === false)
    throw invalid({ is_active: ['You cannot close your own account.'] })
  if (fields.email && (await isEmailTaken(ctx.db, fields.email, user.id)))
    throw invalid({ email: ['email is already used by another user.'] })
  const columns = { ...user, ...fields, phone: fields.phone === undefined ? user.phone : storedPhone(fields.phone) }
  const isNewest = version === null || version === user.version
  if (!isNewest || !(await updateUserColumns(ctx.db, { id: user.id, version: user.version, columns })))
    throw stale(await userById(ctx.db, user.id))
  return writeRest(ctx, { id: user.id, fields, own, before: { user, rights: before } })
}

/** Refuses what `setAccountOpen` would refuse, before anything else is begun. */
export async function requireMayClose(ctx: Writing, userId: number): Promise<void> {
  if (userId === ctx.author?.user_id) throw invalid({ is_active: ['You cannot close your own account.'] })
  refuseStronger(await lockOwnRights(ctx), await requireRights(ctx, userId))
}

/** Closes an account, or opens it again; one that is as it should be is left alone. */
export async function setAccountOpen(ctx: Writing, userId: number, isOpen: boolean): Promise<void> {
  const user = await requireUser(ctx, userId)
  if (user.is_active !== isOpen) await updateUser(ctx, user, { is_active: isOpen }, null)
}

interface Rest {
  id: number
  fields: UserFields
  own: PersonRights
  before: { user: User; rights: PersonRights } | null
}

async function writeRest(ctx: Writing, { id, fields, own, before }: Rest): Promise<User> {
  if (fields.roles) await setRoles(ctx.db, id, fields.roles)
  if (fields.is_agent || fields.roles?.includes('agent')) await ensureAgent(ctx.db, id)
  await refusePlacesNotOffered(ctx, fields, before?.user ?? null)
  await setAgentColumns(ctx.db, id, fields)
  await writeFeatures(ctx, id, fields)
  await writePermissions(ctx, id, fields)
  if (before?.user.is_active && fields.is_active === false) await revokeSessionsOf(ctx.db, id, ctx.now)
  const after = await requireUser(ctx, id)
  const rights = await requireRights(ctx, id)
  refuseOwnPermissions(own, before?.user ?? null, after)
  refuseMoreThanOwn(own, before?.rights ?? { roles: [], permissions: [] }, rights)
  ctx.audit({ subject: 'user', subject_id: id, before: before?.user ?? null, after })
  if (before) await followChangedRights(ctx, before.rights, rights)
  ctx.changed('people', [id], ['everyone'])
  await userChanged.emit(ctx, { user_id: id, agent_id: after.agent_id, is_active: after.is_active })
  return after
}

/** Places that are no longer offered stay with those who have them, and come to nobody new. */
async function refusePlacesNotOffered(
  ctx: Writing,
  { area_ids, site_ids }: UserFields,
  held: User | null,
): Promise<void> {
  const added = (ids: readonly number[] = [], before: readonly { id: number }[] = []) =>
    ids.filter(id => !before.some(one => one.id === id))
  const areas = await areasNotOffered(ctx.db, added(area_ids, held?.areas))
  const sites = await sitesNotOffered(ctx.db, added(site_ids, held?.sites))
  const why = (kind: string) => (place: { id: number; name: string | null }) =>
    place.name === null ? `There is no ${kind} ${place.id}.` : `“${place.name}” is no longer offered.`
  const errors = { area_ids: areas.map(why('area')), site_ids: sites.map(why('site')) }
  if (areas.length + sites.length > 0)
    throw invalid(Object.fromEntries(Object.entries(errors).filter(([, reasons]) => reasons.length > 0)))
}

async function requireRights(ctx: Writing, id: number): Promise<PersonRights> {
  const rights = await rightsOf(ctx.db, id)
  if (!rights) throw notFound('user')
  return rights
}

/** `active` is another name of `is_active`. */
function oneNameEach({ active, ...fields }: UserFields): UserFields {
  if (active === undefined) return fields
  if (fields.is_active !== undefined && fields.is_active !== active)
    throw invalid({ active: ['active and is_active must not differ.'] })
  return { ...fields, is_active: active }
}

/** Switches single features, or all of them: `features` names those that are to be on in the end. */
async function writeFeatures(ctx: Writing, userId: number, { own_features, features }: UserFields): Promise<void> {
  if (features && own_features) throw invalid({ features: ['Send either features or own_features.'] })
  const wanted = features?.map(knownFeature)
  const usual = wanted && (await clearOwnFeatures(ctx.db, userId))
  const differing = featureNames
    .filter(name => wanted && usual && wanted.includes(name) !== usual.includes(name))
    .map(name => [name, wanted?.includes(name) ?? false] as const)
  for (const [feature, enabled] of [...Object.entries(own_features ?? {}), ...differing])
    await storeSwitch(ctx.db, { feature: knownFeature(feature), ...switchOf(userId), enabled })
}

/** Grants and denies beside the roles: as listed, or so that the person holds exactly `permissions` in the end. */
async function writePermissions(ctx: Writing, userId: number, fields: UserFields): Promise<void> {
  const { permissions, granted_permissions, denied_permissions } = fields
  if (permissions && (granted_permissions || denied_permissions))
    throw invalid({ permissions: ['Send either permissions, or granted_permissions and denied_permissions.'] })
  if (permissions) {
    await clearOwnPermissions(ctx.db, userId)
    const usual: readonly string[] = (await requireRights(ctx, userId)).permissions
    const wanted: readonly string[] = permissions
    await setOwnPermissions(ctx.db, {
      userId,
      granted: true,
      permissions: wanted.filter(name => !usual.includes(name)),
    })
    await setOwnPermissions(ctx.db, {
      userId,
      granted: false,
      permissions: usual.filter(name => !wanted.includes(name)),
    })
  }
  if (granted_permissions) await setOwnPermissions(ctx.db, { userId, granted: true, permissions: granted_permissions })
  if (denied_permissions) await setOwnPermissions(ctx.db, { userId, granted: false, permissions: denied_permissions })
}

/** Permissions of one person, beside those of their roles, are changed by whoever may manage permissions. */
function refuseOwnPermissions(own: PersonRights, before: User | null, after: User): void {
  const isSame =
    String(before?.granted_permissions ?? []) === String(after.granted_permissions) &&
    String(before?.denied_permissions ?? []) === String(after.denied_permissions)
  if (!isSame && !own.permissions.includes('manage_permissions'))
    throw forbidden('You do not have the right to change the permissions of one person.')
}

/** A switch for this very person. */
const switchOf = (user_id: number) => ({ scope: 'user' as const, role: null, team_id: null, user_id })

function knownFeature(name: string): FeatureName {
  const feature = featureNames.find(known => known === name)
  if (!feature) throw invalid({ own_features: [`own_features: ${name} is not a feature.`] })
  return feature
}

function storedPhone(typed: string | null): string | null {
  if (!typed) return null
  const phone = parsePhoneNumberFromString(typed, 'CA')
  if (!phone?.isPossible()) throw invalid({ phone: ['phone must be a phone number.'] })
  return phone.number
}
