import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { invalid, Refusal } from '../../../platform/server/errors.ts'
import { APP_VERSION } from '../../../platform/wire/envelope.ts'
import { parseInstant } from '../../../platform/wire/fields.ts'
import type { FeatureSwitch, Maintenance, SystemStatus, settingsCalls } from '../contract.ts'
import {
  endOf,
  type FeatureName,
  featureNames,
  type MaintenanceWindow,
  permissionOfFeature,
  phaseOf,
} from '../rules.ts'
import {
  allFeatures,
  holdersOf,
  isHeldPermission,
  lockRights,
  settingOf,
  storeSetting,
  storeSwitch,
  systemState,
  targetExists,
} from './queries.ts'

export const settingsHandlers: Handlers<typeof settingsCalls> = {
  systemStatus: ctx => statusOf(ctx),

  async setMaintenance(ctx, { starts_at, minutes, end }) {
    const before = await settingOf(ctx.db, 'maintenance')
    const after = end ? null : windowOf(starts_at ?? null, minutes, ctx.now)
    await storeSetting(ctx.db, { key: 'maintenance', value: after, by: ctx.actor.user_id })
    ctx.audit({ subject: 'maintenance', subject_id: null, before, after })
    ctx.changed('system', [], ['everyone'])
    return statusOf(ctx)
  },

  async setNotice(ctx, { notice }) {
    const before = await settingOf(ctx.db, 'notice')
    const after = notice || null
    await storeSetting(ctx.db, { key: 'notice', value: after, by: ctx.actor.user_id })
    ctx.audit({ subject: 'notice', subject_id: null, before, after })
    ctx.changed('system', [], ['everyone'])
    return statusOf(ctx)
  },

  features: ctx => allFeatures(ctx.db),

  async setFeature(ctx, { feature, scope, role, team_id, user_id, enabled }) {
    const target = {
      role: scope === 'role' ? (role ?? null) : null,
      team_id: scope === 'team' ? (team_id ?? null) : null,
      user_id: scope === 'user' ? (user_id ?? null) : null,
    }
    if (scope !== 'all' && Object.values(target).every(value => value === null)) {
      throw invalid({ scope: [`A switch for a ${scope} needs the ${scope}.`] })
    }
    if (!(await targetExists(ctx.db, target))) throw invalid({ scope: [`This ${scope} does not exist.`] })
    const changed: Omit<FeatureSwitch, 'enabled'> & { enabled: boolean | null } = { feature, scope, ...target, enabled }
    await lockRights(ctx.db)
    await refuseUnheldPermission(ctx, feature, () => storeSwitch(ctx.db, changed))
    ctx.audit({ subject: 'feature', subject_id: feature, after: changed })
    publishToEverybody(ctx)
    return allFeatures(ctx.db)
  },

  async setFeatureOptions(ctx, { name, agent_only, permission }) {
    const feature = featureNames.find(known => known === name)
    if (!feature) throw invalid({ name: [`There is no feature named ${name}.`] })
    if (permission && !(await isHeldPermission(ctx.db, permission)))
      throw invalid({
        permission: ['Nobody can hold this permission, so the page would disappear for everyone.'],
      })
    const before = (await allFeatures(ctx.db)).find(({ name: known }) => known === feature)
    const after = {
      agent_only: agent_only ?? before?.agent_only ?? false,
      permission: permission === undefined ? (before?.permission ?? null) : permission || null,
    }
    await storeOptions(ctx, feature, after)
    ctx.audit({
      subject: 'feature',
      subject_id: feature,
      before: { agent_only: before?.agent_only, permission: before?.permission },
      after,
    })
    publishToEverybody(ctx)
    return allFeatures(ctx.db)
  },
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

async function storeOptions(
  ctx: WriteContext,
  feature: FeatureName,
  after: { agent_only: boolean; permission: string | null },
): Promise<void> {
  const known = (await settingOf(ctx.db, 'feature_options')) ?? {}
  await storeSetting(ctx.db, { key: 'feature_options', value: { ...known, [feature]: after }, by: ctx.actor.user_id })
}

/** Features are part of who somebody is: tokens are looked up anew, and browsers ask again. */
function publishToEverybody(ctx: WriteContext): void {
  ctx.changed('people', [], ['everyone'])
}

async function statusOf({ db, now }: Pick<QueryContext, 'db' | 'now'>): Promise<SystemStatus> {
  const { maintenance, notice } = await systemState(db)
  return { version: APP_VERSION, maintenance: maintenance && shown(maintenance, now), notice }
}

/** A window that is over is none. */
function shown(window: MaintenanceWindow, now: Date): Maintenance | null {
  const phase = phaseOf(window, now)
  if (phase === 'over') return null
  return { ...window, live: phase === 'live', ends_at: endOf(window).toISOString() }
}

function windowOf(startsAt: string | null, minutes: number | undefined, now: Date): MaintenanceWindow {
  if (minutes === undefined) throw invalid({ minutes: ['Enter how many minutes it will take.'] })
  const start = startsAt ? parseInstant(startsAt) : now
  if (!start) throw invalid({ starts_at: ['Enter a valid time.'] })
  const window = { starts_at: start.toISOString(), minutes }
  if (phaseOf(window, now) === 'over') throw invalid({ starts_at: ['This maintenance would already be over.'] })
  return window
}
