import type { Change, Viewer } from '../../../../platform/server/context.ts'
import { conflict, Refusal } from '../../../../platform/server/errors.ts'
import { lockRights } from '../../../settings/server/queries.ts'
import { comparedRights, type HeldRights, holdsAll } from '../../rules.ts'
import { isHeldBySomebody } from '../queries/rights.ts'
import { endPossessionsOf, type PersonRights, rightsOf } from '../queries/sessions.ts'
import { setRolePermission } from '../queries/users.ts'

type Writing = Change & { viewer: Viewer }

/** Whoever may give and take rights; at least one active person must hold it. */
const RIGHT_TO_MANAGE = 'manage_permissions'

const refused = (sentence: string): Refusal => new Refusal('forbidden', sentence, { audited: true })

/**
 * The caller's own rights, read after any other change of rights has committed. Until the end of the transaction no other
 * one begins: of two at once, the second is judged by what the first left.
 */
export async function lockOwnRights(ctx: Writing): Promise<PersonRights> {
  await lockRights(ctx.db)
  const own = await rightsOf(ctx.db, ctx.viewer.user_id)
  if (!own?.is_active) throw refused('Your account no longer has the right to do this.')
  return own
}

/** Refuses that somebody changes a person who holds more rights than they do. */
export function refuseStronger(own: HeldRights, target: HeldRights): void {
  if (!holdsAll(comparedRights(own), comparedRights(target))) throw refused('This person has more rights than you.')
}

/** Refuses that somebody gives rights that they do not hold. */
export function refuseMoreThanOwn(own: HeldRights, before: HeldRights, after: HeldRights): void {
  const had = comparedRights(before)
  const gained = comparedRights(after).filter(right => !had.includes(right))
  if (!holdsAll(comparedRights(own), gained)) throw refused('You cannot give rights that you do not hold yourself.')
}

/** Whoever holds all of these may open every lead, whoever's it is. */
const RIGHTS_TO_ALL_LEADS = ['view_leads', 'view_all_leads', 'view_profiles_for_leads']

/** Refuses that somebody gives another the leads of agents whom they do not reach themselves. */
export function refuseMoreReach(own: PersonRights, before: PersonRights, after: PersonRights): void {
  if (holdsAll(own.permissions, RIGHTS_TO_ALL_LEADS)) return
  const reached = own.permissions.includes('view_leads') ? own.reach : []
  const gained = after.reach.filter(agent => !before.reach.includes(agent))
  if (gained.some(agent => !reached.includes(agent)))
    throw refused('You cannot give somebody the leads of agents whose leads you do not see yourself.')
}

/** Refuses a change of a role by which its holders would gain a permission that the caller does not hold. */
async function refuseUnheldPermission(
  ctx: Writing,
  own: HeldRights,
  { role, permission }: { role: string; permission: string },
): Promise<void> {
  if (own.permissions.includes(permission)) return
  // What was taken from everybody who could give it would otherwise be gone for good.
  if (role === 'super_admin' && !(await isHeldBySomebody(ctx.db, [RIGHT_TO_MANAGE, permission]))) return
  throw refused('You cannot give rights that you do not hold yourself.')
}

/** Refuses that nobody is left who could give rights; asked after the change. */
async function refuseNobodyLeft(ctx: Writing): Promise<void> {
  if (!(await isHeldBySomebody(ctx.db, [RIGHT_TO_MANAGE])))
    throw conflict(
      'You are the last person who can manage permissions. Give that permission to another active person first.',
    )
}

/** What follows when somebody's account or rights changed. */
export async function followChangedRights(ctx: Writing, before: PersonRights, after: PersonRights): Promise<void> {
  const isWeaker = (right: string) =>
    before.is_active && before.permissions.includes(right) && !(after.is_active && after.permissions.includes(right))
  if (isWeaker(RIGHT_TO_MANAGE)) await refuseNobodyLeft(ctx)
  const isSame =
    before.is_active === after.is_active &&
    String(comparedRights(before)) === String(comparedRights(after)) &&
    String(before.roles) === String(after.roles)
  if (isSame) return
  for (const { user_id, possessed_user_id } of await endPossessionsOf(ctx.db, after.user_id)) {
    ctx.audit({ subject: 'possession', subject_id: possessed_user_id, after: { ended: true, actor_user_id: user_id } })
    ctx.changed('people', [user_id], [`user:${user_id}`])
  }
}

/** Gives a permission to a role, or takes it. */
export async function changeRolePermission(
  ctx: Writing,
  change: { role: string; permission: string; granted: boolean },
): Promise<void> {
  const own = await lockOwnRights(ctx)
  if (change.granted) await refuseUnheldPermission(ctx, own, change)
  await setRolePermission(ctx.db, change)
  if (!change.granted && change.permission === RIGHT_TO_MANAGE) await refuseNobodyLeft(ctx)
  ctx.audit({ subject: 'role', subject_id: change.role, after: change })
  ctx.changed('people', [], ['everyone'])
}
