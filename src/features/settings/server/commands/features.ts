import type { WriteContext } from '../../../../platform/server/context.ts'
import { invalid, Refusal } from '../../../../platform/server/errors.ts'
import type { FeatureSwitch } from '../../contract.ts'
import {
  type FeatureName,
  type FeatureOptions,
  type FeatureReach,
  featureNames,
  permissionOfFeature,
  reachOf,
} from '../../rules.ts'
import {
  allFeatures,
  featureOptions,
  holdersOf,
  isHeldPermission,
  lockRights,
  settingOf,
  storeSetting,
  storeSwitch,
  targetExists,
} from '../queries.ts'

/** A switch as somebody wants it; `null` takes it away. */
export type WantedSwitch = Omit<FeatureSwitch, 'enabled'> & { enabled: boolean | null }

/** The feature of this name, or the refusal that there is none. */
export function requireFeature(name: string): FeatureName {
  const feature = featureNames.find(known => known === name)
  if (!feature) throw invalid({ name: [`There is no feature named ${name}.`] })
  return feature
}

/** Turns one switch. */
export async function changeSwitch(ctx: WriteContext, wanted: WantedSwitch): Promise<void> {
  const { feature, scope, role, team_id, user_id } = wanted
  if (scope !== 'all' && role === null && team_id === null && user_id === null)
    throw invalid({ scope: [`A switch for a ${scope} needs the ${scope}.`] })
  if (!(await targetExists(ctx.db, { role, team_id, user_id })))
    throw invalid({ scope: [`This ${scope} does not exist.`] })
  await lockRights(ctx.db)
  const enabled = await switchNow(ctx, wanted)
  await refuseUnheldPermission(ctx, feature, () => storeSwitch(ctx.db, wanted))
  ctx.audit({ subject: 'feature', subject_id: feature, before: { enabled }, after: wanted })
  publishToEverybody(ctx)
}

/** How a switch is turned; `null` when there is none. */
export async function switchNow(
  ctx: WriteContext,
  { feature, scope, role, team_id, user_id }: Omit<WantedSwitch, 'enabled'>,
): Promise<boolean | null> {
  const { switches = [] } = (await allFeatures(ctx.db)).find(({ name }) => name === feature) ?? {}
  const same = switches.find(
    one => one.scope === scope && one.role === role && one.team_id === team_id && one.user_id === user_id,
  )
  return same?.enabled ?? null
}

/** For whom a feature is on, leaving teams and single people aside. */
export async function reachNow(ctx: WriteContext, feature: FeatureName): Promise<FeatureReach> {
  return reachOf((await allFeatures(ctx.db)).find(({ name }) => name === feature)?.switches ?? [])
}

/** Turns a feature on for everyone, for agents, or for nobody. */
export async function changeReach(ctx: WriteContext, feature: FeatureName, on_for: FeatureReach): Promise<void> {
  await lockRights(ctx.db)
  const before = await reachNow(ctx, feature)
  const target = { feature, team_id: null, user_id: null }
  await refuseUnheldPermission(ctx, feature, async () => {
    await storeSwitch(ctx.db, { ...target, scope: 'role', role: 'agent', enabled: on_for === 'agents' || null })
    await storeSwitch(ctx.db, { ...target, scope: 'all', role: null, enabled: on_for === 'everyone' })
  })
  ctx.audit({ subject: 'feature', subject_id: feature, before: { on_for: before }, after: { on_for } })
  publishToEverybody(ctx)
}

/** Changes for whom the page of a feature is meant, and under which permission it stands. */
export async function changeOptions(
  ctx: WriteContext,
  feature: FeatureName,
  { agent_only, permission }: { [Name in keyof FeatureOptions]?: FeatureOptions[Name] | undefined },
): Promise<void> {
  if (permission && !(await isHeldPermission(ctx.db, permission)))
    throw invalid({ permission: ['Nobody can hold this permission, so the page would disappear for everyone.'] })
  const before = await featureOptions(ctx.db, feature)
  const after = {
    agent_only: agent_only ?? before.agent_only,
    permission: permission === undefined ? before.permission : permission || null,
  }
  const known = (await settingOf(ctx.db, 'feature_options')) ?? {}
  await storeSetting(ctx.db, { key: 'feature_options', value: { ...known, [feature]: after }, by: ctx.actor.user_id })
  const { agent_only: was, permission: under } = before
  ctx.audit({ subject: 'feature', subject_id: feature, before: { agent_only: was, permission: under }, after })
  publishToEverybody(ctx)
}

/** Runs a change of a feature's switches; refuses when somebody gains a permission by it that the caller does not hold. */
async function refuseUnheldPermission(
  ctx: WriteContext,
  feature: FeatureName,
  change: () => Promise<void>,
): Promise<void> {
  const permission = permissionOfFeature[feature]
  const before = permission && (await holdersOf(ctx.db, permission))
  await change()
  if (!before || before.has(ctx.viewer.user_id)) return
  const after = await holdersOf(ctx.db, permission)
  if ([...after].some(userId => !before.has(userId)))
    throw new Refusal('forbidden', 'You cannot give rights that you do not hold yourself.', { audited: true })
}

/** Features are part of who somebody is: tokens are looked up anew, and browsers ask again. */
function publishToEverybody(ctx: WriteContext): void {
  ctx.changed('people', [], ['everyone'])
}
