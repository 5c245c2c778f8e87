import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { invalid } from '../../../platform/server/errors.ts'
import { APP_VERSION } from '../../../platform/wire/envelope.ts'
import { instantText, parseInstant } from '../../../platform/wire/fields.ts'
import type { Maintenance, SystemStatus, settingsCalls } from '../contract.ts'
import { endOf, type MaintenanceWindow, phaseOf } from '../rules.ts'
import { changeOptions, changeReach, changeSwitch, requireFeature } from './commands/features.ts'
import { changeNotice } from './commands/notice.ts'
import { allFeatures, settingOf, storeSetting, systemState } from './queries.ts'

export const settingsHandlers: Handlers<typeof settingsCalls> = {
  systemStatus: ctx => statusOf(ctx),

  async setMaintenance(ctx, { starts_at, minutes, end }) {
    const before = await settingOf(ctx.db, 'maintenance')
    const after = end ? null : windowOf(starts_at ?? null, minutes, ctx.now)
    await storeSetting(ctx.db, { key: 'maintenance', value: after, by: ctx.actor.user_id })
    ctx.audit({ subject: 'maintenance', subject_id: 'maintenance', before, after })
    ctx.changed('system', [], ['everyone'])
    return statusOf(ctx)
  },

  async setNotice(ctx, { notice }) {
    await changeNotice(ctx, notice || null)
    return statusOf(ctx)
  },

  features: ctx => allFeatures(ctx.db),

  async setFeature(ctx, { feature, scope, role, team_id, user_id, enabled }) {
    await changeSwitch(ctx, {
      feature,
      scope,
      role: scope === 'role' ? (role ?? null) : null,
      team_id: scope === 'team' ? (team_id ?? null) : null,
      user_id: scope === 'user' ? (user_id ?? null) : null,
      enabled,
    })
    return allFeatures(ctx.db)
  },

  async setFeatureReach(ctx, { name, on_for }) {
    await changeReach(ctx, requireFeature(name), on_for)
    return allFeatures(ctx.db)
  },

  async setFeatureOptions(ctx, { name, agent_only, permission }) {
    await changeOptions(ctx, requireFeature(name), { agent_only, permission })
    return allFeatures(ctx.db)
  },
}

async function statusOf({ db, now, config }: Pick<QueryContext, 'db' | 'now' | 'config'>): Promise<SystemStatus> {
  const { maintenance, notice } = await systemState(db)
  return {
    version: APP_VERSION,
    maintenance: maintenance && shown(maintenance, now),
    notice,
    has_api_docs: config.hasApiDocs,
  }
}

/** A window that is over is none. */
function shown(window: MaintenanceWindow, now: Date): Maintenance | null {
  const phase = phaseOf(window, now)
  if (phase === 'over') return null
  return {
    ...window,
    live: phase === 'live',
    starts_at: instantText(new Date(window.starts_at)),
    ends_at: instantText(endOf(window)),
  }
}

function windowOf(startsAt: string | null, minutes: number | undefined, now: Date): MaintenanceWindow {
  if (minutes === undefined) throw invalid({ minutes: ['Enter how many minutes it will take.'] })
  const start = startsAt ? parseInstant(startsAt) : now
  if (!start) throw invalid({ starts_at: ['Enter a valid time.'] })
  const window = { starts_at: start.toISOString(), minutes }
  if (phaseOf(window, now) === 'over') throw invalid({ starts_at: ['This maintenance would already be over.'] })
  return window
}
